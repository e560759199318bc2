// What can be tested without knowing an answer: how the answers to two requests relate, for any roads and points.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SnapToRoads } from "../../src/snap/execute.js";
import type { Feature, FeatureSet } from "../../src/snap/feature-sets.js";
import { runs } from "../helpers/runs.js";
import { buildTown, type TownPlan, towns } from "../match/random-town.js";
import { type FixPlan, fixesOf, tracks } from "../match/random-track.js";

const RUNS = runs(40);
const some = (most?: number) => tracks(most).filter(({ length }) => length > 0);

/** The fixes as features, numbered from `first` on. Times are whole seconds, since others lose decimals when they are moved. */
function featuresOf(town: TownPlan, fixes: FixPlan[], first = 1, track_id?: string) {
  return fixesOf(town, fixes).map(({ lon, lat, time, accuracy, speed, course }, i) => ({
    attributes: {
      OBJECTID: first + i,
      location_timestamp: typeof time === "number" ? 1000 * Math.round(time) : null,
      ...{ horizontal_accuracy: accuracy, speed, course, track_id },
    },
    geometry: { x: lon, y: lat },
  }));
}

function answer(town: TownPlan, features: ReturnType<typeof featuresOf>) {
  const response = new SnapToRoads(buildTown(town).roads).execute({ points: { features }, return_lines: true });
  if (!("results" in response)) throw new Error(JSON.stringify(response));
  const [points, lines] = response.results.map(({ value }) => (value as FeatureSet<unknown>).features);
  return { points: points.toSorted((a, b) => Number(idOf(a)) - Number(idOf(b))), lines };
}

const idOf = ({ attributes }: Feature<unknown>) => attributes.ObjectID;

/** The values of a feature without its ids. */
function said({ geometry, attributes }: Feature<unknown>) {
  const { location_timestamp, ObjectID, line_id, ...rest } = attributes;
  return { geometry, ...rest };
}

describe("the answers to two requests", () => {
  it("are the same if the features are in another order and have OBJECTIDs", () => {
    fc.assert(
      fc.property(towns(), some(), fc.array(fc.nat()), (town, fixes, keys) => {
        const features = featuresOf(town, fixes);
        const mixed = features
          .map((feature, i) => ({ feature, key: keys[i % keys.length] ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ feature }) => feature)
          .reverse();
        expect(answer(town, mixed)).toEqual(answer(town, features));
      }),
      { numRuns: RUNS },
    );
  });

  it("are the same if all times are shifted by whole seconds", () => {
    fc.assert(
      fc.property(towns(), some(), fc.constantFrom(1, 1e9, -1_700_000_100, -3e9), (town, fixes, seconds) => {
        const features = featuresOf(town, fixes);
        const moved = structuredClone(features);
        for (const { attributes } of moved) if (attributes.location_timestamp !== null) attributes.location_timestamp += 1000 * seconds;
        const [here, there] = [answer(town, features), answer(town, moved)];
        expect(there.points.map(said)).toEqual(here.points.map(said));
        expect(there.lines).toEqual(here.lines);
      }),
      { numRuns: RUNS },
    );
  });

  it("are both in one answer if their tracks are sent together", () => {
    fc.assert(
      fc.property(towns(), some(8), some(8), (town, first, second) => {
        const [a, b] = [featuresOf(town, first, 1, "a"), featuresOf(town, second, 1001, "b")];
        const mixed = [...a, ...b].sort((one, other) => (one.attributes.OBJECTID % 1000) - (other.attributes.OBJECTID % 1000));
        const together = answer(town, mixed);
        const alone = [a, b].map((features) => answer(town, features));
        expect(together.points.map(said)).toEqual(alone.flatMap(({ points }) => points.map(said)));
        expect(together.lines.map(said)).toEqual(alone.flatMap(({ lines }) => lines.map(said)));
      }),
      { numRuns: RUNS },
    );
  });
});
