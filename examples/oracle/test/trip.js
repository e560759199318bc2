// A trip over the streets of roads.osm, a fix every 10 s: along Mole Road, up Lantern Street and on along Rope Walk.
const START = Date.UTC(2024, 4, 6, 8);

/** [lon, lat, metres per second] */
const FIXES = [
  [-19.9992, 45.00002, 13],
  [-19.9975, 44.99998, 13.5],
  [-19.9958, 45.00003, 12],
  [-19.99498, 45.0006, 9],
  [-19.99503, 45.0014, 8],
  [-19.99499, 45.0022, 8.5],
  [-19.99501, 45.0034, 14],
  [-19.99498, 45.0047, 14],
];

export const trip = FIXES.map(([lon, lat, speed], i) => ({ lon, lat, speed, time: START + i * 10_000 }));
