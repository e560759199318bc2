// Lines from a stream, however its bytes are divided.
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numberLines, type Pieces, peekLine, readLines, type TooLong } from "../../../src/node/tracks/lines.js";
import { runs } from "../../helpers/runs.js";

async function* pieces(parts: (string | Uint8Array)[]) {
  yield* parts;
}
async function collect(parts: (string | Uint8Array)[], most?: number): Promise<(string | TooLong)[]> {
  const lines: (string | TooLong)[] = [];
  for await (const line of readLines(pieces(parts), most)) lines.push(line);
  return lines;
}

describe("readLines", () => {
  it.each<[string, (string | Uint8Array)[], string[]]>([
    ["nothing", [], []],
    ["a line without its end", ["a"], ["a"]],
    ["a line cut in two", ["a", "b\nc\n"], ["ab", "c"]],
    ["blank lines", ["a\n\nb\n"], ["a", "", "b"]],
    ["Windows line ends", ["a\r\nb\r\n"], ["a", "b"]],
    ["UTF-16 as Windows writes it", [Uint8Array.of(0xff, 0xfe, 0xe9, 0, 0x0a), Uint8Array.of(0, 0x62, 0)], ["é", "b"]],
    ["a byte order mark cut in two", [Uint8Array.of(0xfe), Uint8Array.of(0xff, 0, 0xe9, 0, 0x0a)], ["é"]],
    ["a single byte", [Uint8Array.of(0x61)], ["a"]],
    ["a single line end", [Uint8Array.of(0x0a)], [""]],
    ["a character cut in two", [Uint8Array.of(0xc3), Uint8Array.of(0xa9, 0x0a)], ["é"]],
  ])("reads %s", async (_, parts, lines) => {
    expect(await collect(parts)).toEqual(lines);
  });

  it("gives the same lines however the bytes are divided", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme" }).map((s) => s.replace(/[\r\n]/g, ""))),
        fc.array(fc.nat(40)),
        async (lines, cuts) => {
          const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
          const parts: Uint8Array[] = [];
          let at = 0;
          for (const cut of cuts) {
            parts.push(bytes.subarray(at, at + cut));
            at = Math.min(bytes.length, at + cut);
          }
          expect(await collect([...parts, bytes.subarray(at)])).toEqual(
            lines.map((line) => line.replace(/^\ufeff/, "")).map((l, i) => (i === 0 ? l : lines[i])),
          );
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it.each<[string, string[]]>([
    ["in one piece", ["a\nabcdef\nabcde\n"]],
    ["in many pieces", ["a\nabc", "def", "\nab", "cde\n"]],
  ])("puts a mark in place of a line that is too long, and continues: %s", async (_, parts) => {
    expect(await collect(parts, 5)).toEqual(["a", { maxLength: 5 }, "abcde"]);
  });

  it.each<[string, unknown, string]>([
    ["the path of a file", "tracks.ndjson", '"tracks.ndjson"'],
    ["nothing", undefined, "undefined"],
  ])("refuses %s", async (_, pieces, shown) => {
    await expect(readLines(pieces as Pieces).next()).rejects.toMatchObject({
      code: "bad-input",
      message: `The pieces are ${shown}; they must be a stream of bytes or text, such as createReadStream(path).`,
    });
  });

  it("refuses pieces that are neither bytes nor text", async () => {
    await expect(readLines([7] as unknown as Pieces).next()).rejects.toThrow("The stream gives 7; its pieces must be bytes or text.");
  });

  it("refuses a stream that is gzipped, and says what unpacks it", async () => {
    await expect(collect([gzipSync("a\n")])).rejects.toMatchObject({
      code: "bad-input",
      message: "The stream is gzipped; unpack it first, for instance with createGunzip().",
    });
  });

  it("releases its source if it is left while it waits for it", async () => {
    const source = new Readable({ read() {} });
    source.push("a\nb");
    const lines = numberLines(readLines(source));
    expect(await lines.next()).toEqual({ done: false, value: { line: "a", number: 1 } });
    const awaited = lines.next().catch(() => {});
    void lines.return().catch(() => {});
    await awaited;
    expect(source.destroyed).toBe(true);
  });

  it("puts a mark in place of a line that is too long and has no end", async () => {
    expect(await collect(["abc", "def"], 5)).toEqual([{ maxLength: 5 }]);
  });
});

describe("peekLine", () => {
  it("returns the first line, and the whole stream again", async () => {
    const { line, all } = await peekLine(pieces(["on", "e\ntwo\n", "three"]));
    expect(line).toBe("one");
    let text = "";
    for await (const piece of all) text += typeof piece === "string" ? piece : new TextDecoder().decode(piece);
    expect(text).toBe("one\ntwo\nthree");
  });

  it.each<[string, (string | Uint8Array)[], string, boolean]>([
    ["UTF-16", [Uint8Array.of(0xff, 0xfe, 0xe9, 0, 0x0a, 0)], "é", true],
    ["blank lines first", ["\n", " \r\n", "one\n"], "one", true],
    ["no end", ["on", "e"], "one", false],
    ["nothing but blanks", ["\n \n"], "", false],
  ])("finds it after, or in, %s", async (_, parts, line, isWhole) => {
    expect(await peekLine(pieces(parts))).toMatchObject({ line, isWhole });
  });

  it("reads no further than its limit", async () => {
    expect((await peekLine(pieces(["abc", "def", "ghi"]), 5)).line).toBe("abcdef");
  });
});
