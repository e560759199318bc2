// The matcher's options: defaults, and one sentence for each that is not allowed.
import { describe, expect, it } from "vitest";
import { SnapError } from "../../src/errors.js";
import { type MatcherOptions, settle } from "../../src/match/options.js";

describe("settle", () => {
  it("fills in the defaults, also for options given as undefined", () => {
    const plain = settle({});
    expect(plain).toMatchObject({ mode: "driving", uTurns: "anywhere", avoid: {} });
    expect(settle({ mode: undefined, maxSpeed: undefined, avoid: undefined })).toEqual(plain);
  });

  it("takes the default of maxSpeed from the mode: the faster the vehicle, the higher", () => {
    const speeds = (["walking", "cycling", "trucking", "driving"] as const).map((mode) => settle({ mode }).maxSpeed);
    expect(speeds).toEqual(speeds.toSorted((a, b) => a - b));
    expect(settle({ mode: "walking", maxSpeed: 7 }).maxSpeed).toBe(7);
  });

  it.each<[unknown, string | undefined, RegExp]>([
    [{ mode: "flying" }, "mode", /mode is "flying"; it must be one of driving, trucking, walking, cycling/],
    [{ uTurns: true }, "uTurns", /uTurns is true; it must be one of anywhere/],
    [{ maxSpeed: 0 }, "maxSpeed", /maxSpeed is 0; it must be a number from/],
    [{ maxSpeed: "60" }, "maxSpeed", /maxSpeed is "60"; it must be a number/],
    [{ searchRadius: Number.NaN }, "searchRadius", /searchRadius/],
    [{ searchRadius: 1e9 }, "searchRadius", /searchRadius is 1000000000; it must be a number from/],
    [{ defaultAccuracy: -1 }, "defaultAccuracy", /defaultAccuracy is -1/],
    [{ maxCandidates: null }, "maxCandidates", /maxCandidates is null; it must be a number/],
    [{ maxCandidates: 2.5 }, "maxCandidates", /maxCandidates is 2.5; it must be a whole number/],
    [{ radius: 5 }, "radius", /^There is no option "radius" of the matcher; there are mode/],
    [{ maxSpeed: Number.NaN }, "maxSpeed", /maxSpeed is NaN; it must be a number/],
    [{ maxSpeed: 60n }, "maxSpeed", /maxSpeed is 60; it must be a number/],
    [{ roads: { data: new Uint8Array(1e6) } }, "roads", /^There is no option "roads" of the matcher/],
    [{ avoid: { hills: 2 } }, "hills", /^There is no option "hills" of avoid; there are private/],
    [{ avoid: 5 }, undefined, /^The options of avoid are 5; they must be an object\.$/],
    [{ avoid: null }, undefined, /^The options of avoid are null; they must be an object\.$/],
    [{ avoid: ["toll"] }, undefined, /^The options of avoid are a list of 1; they must be an object\.$/],
    [{ avoid: { toll: 0 } }, "avoid.toll", /avoid\.toll is 0; it must be a number from/],
  ])("refuses the options %o", (options, name, message) => {
    let error: unknown;
    try {
      settle(options as MatcherOptions);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(SnapError);
    expect(error).toMatchObject({
      code: "bad-option",
      message: expect.stringMatching(message),
      details: name === undefined ? {} : { name },
    });
    expect((error as SnapError).message).toMatch(/^[^\n]+\.$/);
  });

  it.each([null, 5, [], "driving"])("refuses %j instead of options", (options) => {
    expect(() => settle(options as unknown as MatcherOptions)).toThrow(expect.objectContaining({ code: "bad-option" }));
  });

  it("takes undefined options as none", () => {
    expect(settle({ mode: undefined, avoid: { toll: undefined } as object })).toEqual(settle({}));
  });
});
