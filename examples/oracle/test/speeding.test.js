// The app's tests, with roadsnap in place of the hosted service.
import { readFileSync, writeFileSync } from "node:fs";
import { buildRoads, readOsm } from "roadsnap";
import { createServer } from "roadsnap/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { snap, speeding } from "../src/speeding.js";
import { trip } from "./trip.js";

const file = (name) => new URL(name, import.meta.url);
let server;
let config;

beforeAll(async () => {
  const roads = buildRoads(await readOsm(readFileSync(file("roads.osm"))));
  server = createServer({ roads, port: 0, open: true });
  const { url } = await server.listen();
  config = { service: `${url}/server/rest/services/World/SnapToRoadsSync/GPServer/SnapToRoads` };
});
afterAll(() => server.close());

describe("speeding", () => {
  it("finds the two fixes above Lantern Street's 30 km/h", async () => {
    const found = await speeding(trip, config);
    expect(found.map(({ speed, limit }) => [speed, limit.toFixed(2)])).toEqual([
      [9, "8.33"],
      [8.5, "8.33"],
    ]);
  });

  it("finds no fix where no limit is posted, or there is no road", async () => {
    const away = trip.map((fix) => ({ ...fix, lat: fix.lat + 1, speed: 50 }));
    expect(await speeding(trip.slice(6), config)).toEqual([]);
    expect(await speeding(away, config)).toEqual([]);
  });

  it("throws the service's message if it refuses the request", async () => {
    await expect(speeding([], config)).rejects.toThrow("SnapToRoads: Unable to complete operation. points has no features");
  });

  it("gets the same bytes every time", async () => {
    const answer = await snap(trip, config);
    if (process.env.UPDATE_GOLDEN) writeFileSync(file("trip.response.txt"), answer);
    expect(answer).toBe(readFileSync(file("trip.response.txt"), "utf8"));
  });
});
