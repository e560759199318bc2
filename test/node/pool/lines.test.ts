// The output of a stream for one line.
import { expect, it } from "vitest";
import { readOsm } from "../../../src/import/roads/osm.js";
import { Matcher } from "../../../src/match/matcher.js";
import { answerLine, joinAnswers } from "../../../src/node/pool/lines.js";
import { buildRoads } from "../../../src/roads/build.js";
import { driveLine, VILLAGE_OSM } from "../../helpers/village.js";

it.each<[what: string, fail: () => never, sentence: string]>([
  [
    "whose answer would be longer than a string can be",
    () => "point".repeat(2 ** 28) as never,
    "Line 3 has an answer that is too long for a text (about 500 million characters); send fewer points.",
  ],
  [
    "for which the matcher throws",
    () => {
      throw new RangeError("Invalid array length");
    },
    "Line 3 could not be snapped because of a defect in the matcher: RangeError: Invalid array length.",
  ],
])("a line %s gives an error with its id and number", async (_, fail, sentence) => {
  const matcher = new Matcher(buildRoads(await readOsm(new TextEncoder().encode(VILLAGE_OSM))));
  matcher.match = fail;
  const answer = answerLine({ line: driveLine("a"), number: 3 }, { reading: {} }, matcher, {});
  expect(answer).toEqual({
    text: `${JSON.stringify({ id: "a", error: sentence, line: 3 })}\n`,
    lines: 1,
    refusals: [sentence],
    warnings: [],
  });
});

it("a line without times, to be parted at silences, gives an error with its id", async () => {
  const matcher = new Matcher(buildRoads(await readOsm(new TextEncoder().encode(VILLAGE_OSM))));
  const line = '{"id":"a","points":[{"lon":8.001,"lat":50},{"lon":8.002,"lat":50}]}';
  const { text } = answerLine({ line, number: 3 }, { reading: {}, gap: 60 }, matcher, {});
  expect(JSON.parse(text)).toEqual({ id: "a", error: expect.stringMatching(/^Line 3: /), line: 3 });
});

const table = { delimiter: ",", names: ["lon", "lat", "speed"], columns: {} };
it.each([
  ["lines", '{"points":[{"lon":8.001,"lat":50},{"lon":8.002,"lat":50,"speed":"fast"}]}', {}, "line 7"],
  ["rows", "8.001,50,1\n8.002,50,fast", { csv: { table, echo: null } }, "row 7"],
])("a track that was put together from %s names the one that is wrong", async (_, line, form, place) => {
  const matcher = new Matcher(buildRoads(await readOsm(new TextEncoder().encode(VILLAGE_OSM))));
  const { warnings } = answerLine({ line, number: 3, id: "a", numbers: [3, 7] }, { reading: {}, ...form }, matcher, {});
  expect(warnings).toEqual([expect.stringContaining(`("fast" at ${place})`)]);
});

it.each([
  [3, false],
  [4, true],
])("answers of 4 bytes are written into given memory if they fit: %d bytes, %s", (bytes, fits) => {
  const room = new SharedArrayBuffer(bytes);
  const answers = ["ä\n", "b"].map((text) => ({ text, lines: 1, refusals: [], warnings: [text] }));
  const joined = joinAnswers(answers, room);
  expect([Buffer.from(joined.bytes).toString(), joined.bytes.buffer === room]).toEqual(["ä\nb", fits]);
  expect(joined).toMatchObject({ lines: 2, warnings: ["ä\n", "b"] });
});
