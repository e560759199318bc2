// The matchers of a service: one for each travel mode, with one shared memory for the ways found.
import { expect, it, vi } from "vitest";
import type { ReachMemory } from "../../src/match/routes/reach-memory.js";
import { SnapToRoads } from "../../src/snap/execute.js";
import { TRAVEL_MODES } from "../../src/snap/travel-mode-objects.js";
import { scene } from "../match/scene.js";

const { made } = vi.hoisted(() => ({ made: [] as object[] }));
vi.mock("../../src/match/routes/reach-memory.js", async (load) => {
  const module = await load<typeof import("../../src/match/routes/reach-memory.js")>();
  class Counted extends module.ReachMemory {
    constructor(...sizes: ConstructorParameters<typeof ReachMemory>) {
      super(...sizes);
      made.push(this);
    }
  }
  return { ...module, ReachMemory: Counted };
});

const { network, drive } = scene("a---------b---------c", { abc: {} });
const features = drive("ac").map(({ lon, lat, time }) => ({
  geometry: { x: lon, y: lat },
  attributes: { location_timestamp: 1000 * (time ?? 0) },
}));

it("eight travel modes take no more memory for ways than one, and answer as they do alone", () => {
  const service = new SnapToRoads(network);
  const requests = [...TRAVEL_MODES, ...TRAVEL_MODES].map((mode) => ({ points: { features }, travel_mode: mode.name, return_lines: true }));
  const answers = requests.map((request) => service.execute(request));
  expect(made).toHaveLength(1);
  expect(answers).toEqual(requests.map((request) => new SnapToRoads(network).execute(request)));
});

it("the size of that memory is an option of the service, for all travel modes", () => {
  made.length = 0;
  const service = new SnapToRoads(network, { matcher: { routeMemory: 12 } });
  for (const { name } of TRAVEL_MODES) service.execute({ points: { features }, travel_mode: name });
  expect(made).toMatchObject([{ most: 2 }]);
});
