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
