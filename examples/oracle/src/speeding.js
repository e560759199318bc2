// Finds where a driver was above the posted limit, by asking SnapToRoads at the configured address, with the configured token.

/**
 * @typedef {{ service: string, token?: string }} Config `service` ends in /GPServer/SnapToRoads
 * @typedef {{ lon: number, lat: number, time: number, speed: number }} Fix degrees, milliseconds since the epoch, metres per second
 * @typedef {{ time: number, speed: number, limit: number }} Excess metres per second
 */

/**
 * The fixes that were faster than the road allows. Roads without a posted limit, and fixes that could not be snapped, have no limit.
 * @param {Fix[]} trip
 * @param {Config} config
 * @returns {Promise<Excess[]>}
 */
export async function speeding(trip, config) {
  const { results } = JSON.parse(await snap(trip, config));
  const { features } = results.find(({ paramName }) => paramName === "output_snapped_points").value;
  return features.flatMap(({ attributes }) => {
    const { ObjectID, confidence, posted_speed_limit_mps: limit } = attributes;
    const { time, speed } = trip[ObjectID - 1];
    return confidence > 0.5 && limit !== null && speed > limit ? [{ time, speed, limit }] : [];
  });
}

/**
 * The answer of the service for a trip, as text.
 * @param {Fix[]} trip
 * @param {Config} config
 */
export async function snap(trip, { service, token = "" }) {
  const features = trip.map(({ lon, lat, time, speed }, i) => ({
    attributes: { OBJECTID: i + 1, location_timestamp: time, speed },
    geometry: { x: lon, y: lat },
  }));
  const body = new URLSearchParams({
    points: JSON.stringify({ features }),
    road_properties_on_snapped_points: '["posted_speed_limit_mps"]',
    return_lines: "true",
    f: "json",
    token,
  });
  const answer = await fetch(`${service}/execute`, { method: "POST", body });
  const text = await answer.text();
  const { error } = JSON.parse(text);
  if (error) throw new Error(`SnapToRoads: ${error.message} ${error.details.join(" ")}`.trim());
  return text;
}
