// A request: its body as it arrives, and the parameters in its address and its body.
import { describe, expect, it } from "vitest";
import type { RequestContext } from "../../src/server/context.js";
import { bodyOf, readParameters } from "../../src/server/request.js";

/** The pieces in which a body comes out that went in as these. */
async function throughBody(sent: Uint8Array[], maxBytes = 1e9, headers = {}): Promise<Uint8Array[]> {
  const body = new ReadableStream({
    start(stream) {
      for (const piece of sent) stream.enqueue(piece);
      stream.close();
    },
  });
  const out: Uint8Array[] = [];
  for await (const piece of bodyOf(
    new Request("http://localhost/", { method: "POST", body, headers, duplex: "half" } as RequestInit),
    maxBytes,
  ))
    out.push(piece);
  return out;
}

/** Pieces of these sizes, of which all bytes together run through 0 … 250. */
function piecesOf(sizes: number[]): Uint8Array[] {
  let at = 0;
  return sizes.map((size) => Uint8Array.from({ length: size }, () => at++ % 251));
}

const times = <T>(count: number, value: T): T[] => Array(count).fill(value);
const most = 1 << 14;

describe("a body", () => {
  it.each<[string, sent: number[], pieces: number]>([
    ["nothing", [], 0],
    ["one byte", [1], 1],
    ["empty pieces", [0, 0, 5, 0], 1],
    ["a byte at a time", times(100_000, 1), Math.ceil(100_000 / most)],
    ["as much as is held, and one byte more", [most, 1], 2],
    ["a large one between small ones", [10, 100_000, 10], 3],
    ["small ones that do not fit together", times(5, most - 1), 5],
    ["large ones alone", times(3, 100_000), 3],
  ])("arrives whole, in few pieces: %s", async (_, sizes, pieces) => {
    const sent = piecesOf(sizes);
    const arrived = await throughBody(sent);
    expect(Buffer.concat(arrived).equals(Buffer.concat(sent))).toBe(true);
    expect(arrived).toHaveLength(pieces);
  });

  it("may have as many bytes as are allowed, whether it states them or not", async () => {
    const sent = piecesOf([600, 400]);
    const stated = { "content-length": "1000" };
    for (const headers of [{}, stated]) {
      expect(Buffer.concat(await throughBody(sent, 1000, headers))).toHaveLength(1000);
    }
    await expect(throughBody(sent, 999)).rejects.toMatchObject({
      code: "limit",
      message: "The body has more than 999 bytes, the most this service takes.",
    });
    await expect(throughBody(sent, 999, stated)).rejects.toMatchObject({
      code: "limit",
      message: "The body has 1000 bytes; the most this service takes is 999.",
    });
  });
});

describe("the parameters of a request", () => {
  const form = "application/x-www-form-urlencoded";
  const latin = Uint8Array.from("--X\r\nContent-Disposition: form-data; name=q\r\n\r\né\r\n--X--", (c) => c.charCodeAt(0));
  it.each<[string, path: string, type: string | null, body: string | Uint8Array | null, q: string | undefined]>([
    ["none", "/", null, null, undefined],
    ["in the address", "/?q=a+b", null, null, "a b"],
    ["a question mark in a value", "/?p=1&q=a?b", null, null, "a?b"],
    ["in a form", "/", form, "q=ü", "ü"],
    ["in a form, before those of the address", "/?q=a", form, "q=b", "b"],
    ["a type in another case, with blanks", "/", `${form.toUpperCase()} ; charset=UTF-8`, "q=ü", "ü"],
    ["a form in another charset", "/", `${form}; charset="iso-8859-1"`, Uint8Array.of(113, 61, 233), "é"],
    ["a multipart form in another charset", "/", "multipart/form-data; boundary=X; charset=iso-8859-1", latin, "é"],
    ["an empty form", "/?q=a", form, "", "a"],
    ["a type of a body without one", "/?q=a", "multipart/form-data; boundary=X", null, "a"],
    ["an empty body of any type", "/?q=a", "application/json", "", "a"],
  ])("are read: %s", async (_, path, type, body, q) => {
    const headers = new Headers(type === null ? {} : { "content-type": type });
    const raw = new Request(`http://localhost${path}`, { method: "POST", body, headers } as RequestInit);
    const req = { raw, url: raw.url, method: raw.method, header: (name: string) => raw.headers.get(name) ?? undefined };
    const parameters = await readParameters({ req } as RequestContext, 1000, () => {});
    expect(parameters.text("q")).toBe(q);
  });
});
