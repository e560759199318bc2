// Names and values in query strings and bodies: read as the platform does, however the bytes are divided.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SnapError } from "../../src/errors.js";
import { UrlEncodedReader } from "../../src/server/form.js";
import { addMultipart } from "../../src/server/multipart.js";
import { RequestParameters } from "../../src/server/parameters.js";
import { runs } from "../helpers/runs.js";

/** Records what is added, in order. */
class Recorded extends RequestParameters {
  readonly pairs: [string, string][] = [];
  override add(name: string, value: string): void {
    super.add(name, value);
    this.pairs.push([name, value]);
  }
}

function readInPieces(bytes: Uint8Array, cuts: readonly number[]): [string, string][] {
  const parameters = new Recorded();
  const reader = new UrlEncodedReader(parameters);
  const ends = [...cuts, bytes.length].map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b);
  ends.forEach((end, i) => {
    reader.push(bytes.subarray(ends[i - 1] ?? 0, end));
  });
  reader.end();
  return parameters.pairs;
}
const read = (text: string) => readInPieces(Buffer.from(text), []);

describe("an urlencoded body", () => {
  it.each<[string, [string, string][]]>([
    ["", []],
    ["&&&", []],
    ["f=json", [["f", "json"]]],
    ["f", [["f", ""]]],
    ["f=", [["f", ""]]],
    ["=x", [["", "x"]]],
    [
      "a=1&a=2&",
      [
        ["a", "1"],
        ["a", "2"],
      ],
    ],
    ["a=b=c", [["a", "b=c"]]],
    ["a+b=c+d", [["a b", "c d"]]],
    ["a%3D=%26%2B", [["a=", "&+"]]],
    ["env%3aoutSR=4326", [["env:outSR", "4326"]]],
    ["v=%C3%BC%e2%82%ac", [["v", "ü€"]]],
    ["v=ü€", [["v", "ü€"]]],
    ["v=a%00b", [["v", "a\0b"]]],
    ["v=%zz%4", [["v", "%zz%4"]]],
    ["v=100%", [["v", "100%"]]],
    [
      "v=%&w=%2",
      [
        ["v", "%"],
        ["w", "%2"],
      ],
    ],
    ["v=%+", [["v", "% "]]],
    ["v=%%41", [["v", "%A"]]],
    ["v=%FF", [["v", "\uFFFD"]]],
  ])("is read correctly: %j", (text, pairs) => {
    expect(read(text)).toEqual(pairs);
  });

  it("is read like URLSearchParams, however it is divided", () => {
    const text = fc
      .array(fc.constantFrom("a", "Z", "%", "%4", "%41", "%e2%82%ac", "%FF", "+", "&", "=", "\0", "{"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.array(fc.nat(40)), (given, cuts) => {
        const bytes = Buffer.from(given);
        expect(readInPieces(bytes, cuts)).toEqual([...new URLSearchParams(given)]);
      }),
      { numRuns: runs(2000) },
    );
  });
});

it("takes little time with nothing but separators", () => {
  const parameters = new Recorded();
  let texts = 0;
  const reader = new UrlEncodedReader(parameters, (bytes) => {
    texts++;
    return String(bytes);
  });
  const piece = Buffer.alloc(1 << 16, "&");
  for (let i = 0; i < 160; i++) reader.push(piece);
  reader.push(Buffer.from("a=1"));
  reader.end();
  expect(parameters.pairs).toEqual([["a", "1"]]);
  expect(texts).toBe(2); // and not one for each separator
});

describe("a multipart body", () => {
  const readMultipart = async (body: string, contentType: string) => {
    const parameters = new Recorded();
    addMultipart(new TextEncoder().encode(body), contentType, parameters);
    return parameters.pairs;
  };
  const part = (name: string, value: string, more = "") =>
    `--X\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

  it.each(["multipart/form-data; boundary=X", 'multipart/form-data; boundary="X"', "Multipart/Form-Data; charset=utf-8; Boundary=X"])(
    "may have %s",
    async (contentType) => {
      const body = `${part("f", "json")}${part("points", '{"features":[]}', '; filename="points.json"')}${part("f", "ü")}--X--\r\n`;
      expect(await readMultipart(body, contentType)).toEqual([
        ["f", "json"],
        ["points", '{"features":[]}'],
        ["f", "ü"],
      ]);
    },
  );

  it.each<[string, string]>([
    ["no quotes, as .NET writes them", "form-data; name=points; filename=a.json; filename*=utf-8''a.json"],
    ["the file name first", 'form-data; filename="x; name=f.json"; name="points"'],
    ["names in another case", 'Form-Data; NAME="points"'],
    ["blanks", 'form-data ; name = "points"'],
  ])("may have a header with %s", async (_, disposition) => {
    const body = `--X\r\nContent-Type: application/json\r\ncontent-disposition: ${disposition}\r\n\r\n[\r\n--]\r\n--X--`;
    expect(await readMultipart(body, "multipart/form-data; boundary=X")).toEqual([["points", "[\r\n--]"]]);
  });

  it.each<[string, string, [string, string][]]>([
    ["an empty part", `${part("a", "")}--X--`, [["a", ""]]],
    ["text before the first part and after the last", `hello\r\n${part("a", "1")}--X--\r\nbye`, [["a", "1"]]],
    [
      "names with quotes and lines",
      `${part("a%22%0D%0Ab", "1")}${part('a\\"b', "2")}--X--`,
      [
        ['a"\r\nb', "1"],
        ['a"b', "2"],
      ],
    ],
    ["blanks after a boundary", `--X \t\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--X-- `, [["a", "1"]]],
    ["no parts", "--X--", []],
  ])("%s", async (_, body, pairs) => {
    expect(await readMultipart(body, "multipart/form-data; boundary=X")).toEqual(pairs);
  });

  it("is read as platforms write it, whatever its contents", async () => {
    const value = fc.string({ unit: "binary" }).map((text) => new TextDecoder().decode(new TextEncoder().encode(`.${text}`)));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom("f", "points", 'a"b', "ü"), value), { maxLength: 5 }), async (pairs) => {
        const form = new FormData();
        for (const [name, text] of pairs) form.append(name, new Blob([text]), "file");
        const { headers, body } = new Request("http://x", { method: "POST", body: form });
        const parameters = new Recorded();
        addMultipart(new Uint8Array(await new Response(body).arrayBuffer()), headers.get("content-type")!, parameters);
        expect(parameters.pairs).toEqual(pairs);
      }),
    );
  });

  it.each<[string, string, string, string]>([
    ["no boundary", "x", "multipart/form-data", "The body is multipart/form-data, but its content type has no boundary."],
    ["another boundary", "--Y--", "multipart/form-data; boundary=X", 'The body is not multipart/form-data with the boundary "X".'],
    [
      "cut short",
      part("f", "json").slice(0, -3),
      "multipart/form-data; boundary=X",
      'The body is not multipart/form-data with the boundary "X".',
    ],
    [
      "a boundary so long that searching for it takes hours",
      `\r\n--${"a".repeat(59_999)}b`.repeat(12) + "a".repeat(1e5),
      `multipart/form-data; boundary=${"a".repeat(60_000)}`,
      "The body is multipart/form-data with a boundary of 60000 characters; it may have at most 70.",
    ],
    ["a part without a name", `--X\r\nContent-Type: text/plain\r\n\r\n1\r\n--X--`, "multipart/form-data; boundary=X", 'boundary "X".'],
    ["headers without end", `--X\r\n${"a".repeat(100_000)}`, "multipart/form-data; boundary=X", 'boundary "X".'],
    [
      "half a million empty parts",
      part("a", "").repeat(500_000),
      "multipart/form-data; boundary=X",
      "The request has more than 1000 parameters, the most this service takes.",
    ],
  ])("%s", async (_, body, contentType, sentence) => {
    await expect(readMultipart(body, contentType)).rejects.toThrow(sentence);
  });
});

describe("the parameters of a request", () => {
  const parameters = (...pairs: [string, string][]) => {
    const made = new RequestParameters();
    for (const [name, value] of pairs) made.add(name, value);
    return made;
  };

  it("are found regardless of case; the last one that is not blank counts", () => {
    const given = parameters(["Return_Lines", "false"], ["RETURN_LINES", "true"], ["return_lines", " "], ["groups", " "]);
    expect([given.get("return_lines"), given.get("groups"), given.get("items")]).toEqual(["true", " ", undefined]);
    expect([given.text("return_lines"), given.text("groups"), given.text("items")]).toEqual(["true", undefined, undefined]);
  });

  it("are passed to execute without those of the server", () => {
    expect(parameters(["f", "json"], ["TOKEN", "secret"], ["points", "{}"], ["F", "json"], ["new", "1"]).forExecute()).toEqual({
      points: "{}",
      new: "1",
    });
  });

  it("join the items of a list given twice", () => {
    const name = "road_properties_on_lines";
    expect(parameters([name, "length_miles"], [name, '["length_kilometers"]'], [name, ""]).forExecute()).toEqual({
      [name]: ["length_miles", "length_kilometers"],
    });
    expect(parameters([name, '["length_miles"]']).forExecute()).toEqual({ [name]: '["length_miles"]' });
  });

  it("are at most a thousand", () => {
    const many = new UrlEncodedReader(new RequestParameters());
    expect(() => many.push(Buffer.from("a=1&".repeat(1001)))).toThrow(
      new SnapError("limit", "The request has more than 1000 parameters, the most this service takes."),
    );
  });

  it.each<[string | undefined, string]>([
    ["json", "json"],
    ["PJSON", "pjson"],
    ["html", "html"],
    ["", "html"],
    ["null", "html"],
    [undefined, "html"],
  ])("include f: %j means %s", (f, format) => {
    expect((f === undefined ? parameters() : parameters(["f", f])).format()).toBe(format);
  });
});
