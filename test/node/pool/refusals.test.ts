// Calls that nothing can answer throw one sentence, before a worker has anything to do: options, streams that are none, files that say nothing.
import { afterAll, describe, expect, it } from "vitest";
import { MatcherPool, type PoolOptions } from "../../../src/node/index.js";
import type { RoadGraph } from "../../../src/roads/graph.js";
import { stream, townDrive } from "../../helpers/pools.js";

const { roads, short } = await townDrive();
const pool = new MatcherPool(roads, { threads: 2 });
afterAll(() => pool.close());

describe("the options of a pool", () => {
  it.each<[PoolOptions, RegExp]>([
    [{ threads: 0 }, /^The option threads is 0; it must be a whole number from 1 to 1024\.$/],
    [{ threads: 1.5 }, /^The option threads is 1\.5/],
    [{ maxQueue: -1 }, /^The option maxQueue is -1; it must be a whole number, 0 or more\.$/],
    [{ maxMemory: 1 }, /^The option maxMemory is 1; it must be a whole number, 16 or more\.$/],
    [{ maxRecords: 0 }, /^The option maxRecords is 0/],
    [{ maxSpeed: 1e9 }, /maxSpeed/],
    [{ thread: 2 } as PoolOptions, /^There is no option "thread" of MatcherPool; there are threads, .*maxCandidates.*\.$/],
  ])("are refused before a worker starts: %j", (options, sentence) => {
    expect(() => new MatcherPool(roads, options)).toThrow(
      expect.objectContaining({ code: "bad-option", message: expect.stringMatching(sentence) }),
    );
  });

  it.each([
    [null, "null"],
    [5, "5"],
    [[], "a list of 0"],
  ])("are refused with one sentence as %j", async (wrong, shown) => {
    const options = wrong as object;
    const refusal = (of: string) => ({ code: "bad-option", message: `The options of ${of} are ${shown}; they must be an object.` });
    expect(() => new MatcherPool(roads, options)).toThrow(expect.objectContaining(refusal("MatcherPool")));
    await expect(pool.match(short, options)).rejects.toMatchObject(refusal("the call"));
    await expect(pool.matchAll([short], options).next()).rejects.toMatchObject(refusal("the call"));
    await expect(pool.snapLines(stream([]), options).next()).rejects.toMatchObject(refusal("the call"));
    await expect(pool.snapCsv(stream([]), options).next()).rejects.toMatchObject(refusal("the call"));
    await expect(pool.snapDocument(stream([]), options as { format: "gpx" }).next()).rejects.toMatchObject(refusal("the call"));
    await expect(pool.snapFile(new Uint8Array(), options)).rejects.toMatchObject(refusal("the call"));
    await expect(pool.execute({}, options)).rejects.toMatchObject(refusal("the call"));
  });

  it("of a call are refused with one sentence if the signal is none, and no worker dies", async () => {
    const options = { signal: 5 as unknown as AbortSignal };
    const refusal = { code: "bad-option", message: "The option signal is 5; it must be an AbortSignal." };
    await expect(pool.match(short, options)).rejects.toMatchObject(refusal);
    await expect(pool.matchAll([short], options).next()).rejects.toMatchObject(refusal);
    await expect(pool.execute({}, options)).rejects.toMatchObject(refusal);
  });

  it("of a call are refused if they are unknown, or a signal in their place, since neither would have an effect", async () => {
    const wrong = { singal: AbortSignal.abort() } as object;
    const refusal = (names: string) => ({
      code: "bad-option",
      message: `There is no option "singal" of the call; there are ${names}.`,
    });
    await expect(pool.match(short, wrong)).rejects.toMatchObject(refusal("signal"));
    await expect(pool.matchAll([short], wrong).next()).rejects.toMatchObject(refusal("signal"));
    await expect(pool.execute({}, wrong)).rejects.toMatchObject(refusal("signal, pretty"));
    const bare = { code: "bad-option", message: "The options of the call are an AbortSignal; they must be an object: { signal }." };
    await expect(pool.match(short, AbortSignal.abort() as object)).rejects.toMatchObject(bare);
    await expect(pool.snapLines(stream([]), AbortSignal.abort() as object).next()).rejects.toMatchObject(bare);
  });

  it.each([null, undefined, {}])("give one sentence for %j in place of the roads", (wrong) => {
    expect(() => new MatcherPool(wrong as unknown as RoadGraph)).toThrow(
      expect.objectContaining({
        code: "bad-input",
        message: expect.stringMatching(/^The pool's roads are \w[\w ]*; they must be a RoadGraph\.$/),
      }),
    );
  });

  it("give one sentence for a promise of roads, which names it as such", () => {
    expect(() => new MatcherPool(Promise.resolve(roads) as unknown as RoadGraph)).toThrow(
      "The pool's roads are a promise (is an await missing?); they must be a RoadGraph.",
    );
  });
});

describe("streams", () => {
  it.each([
    ["a number", 5, "5"],
    ["text, which iterates over characters", "[[8, 50]]", '"[[8, 50]]"'],
    ["nothing", undefined, "undefined"],
    ["a promise", Promise.resolve([]), "a promise (is an await missing?)"],
  ])("are no other thing in the place of tracks, or of lines: %s", async (_, given, shown) => {
    const tracks = { code: "bad-input", message: `The tracks are ${shown}; they must be an iterable or a stream of them.` };
    await expect(pool.matchAll(given as never).next()).rejects.toMatchObject(tracks);
    const lines = {
      code: "bad-input",
      message: `The lines are ${shown}; they must be a stream of lines, which readLines(stream) makes from bytes.`,
    };
    await expect(pool.snapLines(given as never).next()).rejects.toMatchObject(lines);
  });

  it("throw for invalid reading options, and for bytes in place of lines, which no single line is to blame for", async () => {
    const first = (lines: AsyncIterable<unknown>, options = {}) => pool.snapLines(lines as AsyncIterable<string>, options).next();
    await expect(first(stream(["{}"]), { hdopScale: -3 })).rejects.toMatchObject({ code: "bad-option" });
    await expect(first(stream(["{}"]), { hdopscale: 3 })).rejects.toMatchObject({ code: "bad-option" });
    await expect(first(stream([Buffer.from("{}")]))).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringMatching(/^Line 1 is .*; it must be a string, which readLines\(stream\) makes from bytes\.$/),
    });
  });
});

describe("files", () => {
  it("throw the errors of reading, and for unknown options", async () => {
    const bytes = new TextEncoder().encode("name,height\n");
    await expect(pool.snapFile(bytes)).rejects.toMatchObject({ code: "bad-input", message: expect.stringContaining("no longitude") });
    await expect(pool.snapFile(bytes, { to: "kml" as "gpx" })).rejects.toThrow('The option to is "kml"; it must be one of gpx, csv,');
    await expect(pool.snapFile(bytes, { form: "gpx" } as object)).rejects.toMatchObject({ code: "bad-option" });
    await expect(pool.snapCsv(stream(["track_id,lon,lat,time\n"]), { to: "gpx" as "csv" }).next()).rejects.toThrow(
      "it must be ndjson or csv",
    );
    await expect(pool.snapCsv("fleet.csv" as never).next()).rejects.toThrow("they must be a stream of bytes or text");
    await expect(pool.snapDocument(stream([]), {} as { format: "gpx" }).next()).rejects.toThrow(
      "The option format is undefined; it must be gpx or geojson.",
    );
    await expect(pool.snapDocument(stream(["<gpx></gpx>"]), { format: "gpx" }).next()).rejects.toMatchObject({ code: "bad-input" });
  });
});
