// The names of output files.
import { describe, expect, it } from "vitest";
import { OutputNames, uniqueNames } from "../../src/cli/outputs.js";

describe("numbers for equal names", () => {
  const inputs = Array.from({ length: 20_000 }, (_, k) => `van-${k}/day.gpx`);

  // Counting from 2 for each of them took half a minute.
  it("are found without counting through earlier ones", () => {
    const names = new OutputNames();
    const last = inputs.map((input) => names.take(input, "gpx").name).at(-1);
    expect([last, uniqueNames(inputs).at(-1)]).toEqual(["day-20000.gpx", "day-20000"]);
  });

  it("skip those that are names of other files", () => {
    expect(uniqueNames(["a", "a-2", "a", "A", "a", "A", "a-2"])).toEqual(["a", "a-2", "a-3", "A", "a-4", "A-2", "a-2-2"]);
  });
});
