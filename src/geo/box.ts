// Boxes of longitude and latitude, and whether they touch.

/** West, south, east, north in degrees. East lies below west when the box crosses the antimeridian. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** Whether two boxes touch, even if their longitudes differ by a whole turn. Their east may lie beyond 180, too. */
export function overlap(a: Box, b: Box): boolean {
  if (a[1] > b[3] || b[1] > a[3]) return false;
  const [eastOfA, eastOfB] = [a, b].map(([west, , east]) => (east < west ? east + 360 : east));
  return [-360, 0, 360].some((turn) => a[0] + turn <= eastOfB && b[0] <= eastOfA + turn);
}
