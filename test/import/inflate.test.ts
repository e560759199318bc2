// Unpacking with the platform's streams and without them: the same bytes, limits and errors.
import { deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { inflate, inflateZlib } from "../../src/import/inflate.js";
import { trouble } from "../helpers/road-source.js";

const DATA = Uint8Array.from({ length: 300_000 }, (_, i) => (i * i) % 251);
const flip = (bytes: Uint8Array, at: number) =>
  Uint8Array.from(bytes, (byte, i) => (i === (at + bytes.length) % bytes.length ? byte ^ 1 : byte));

/** The number of bytes in the first of two members. */
const FIRST = 200_000;
const MEMBERS = Buffer.concat([gzipSync(DATA.subarray(0, FIRST)), gzipSync(DATA.subarray(FIRST))]);

const Native = DecompressionStream;
/** The platform's stream as in the standard, in browsers, and in Node from 24 on: bytes after the first member are an error. */
class Strict {
  readonly readable: ReadableStream;
  readonly writable: WritableStream;

  constructor(format: "gzip" | "deflate") {
    const { readable, writable } = new Native(format);
    let size = 0;
    const refuse = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        size += piece.length;
        if (format === "gzip" && size > FIRST) throw new TypeError("Junk found after end of compressed data.");
        controller.enqueue(piece);
      },
    });
    this.readable = readable.pipeThrough(refuse);
    this.writable = writable;
  }
}

afterEach(() => vi.unstubAllGlobals());

describe.each(["with streams", "with streams that take one member", "without streams"])("%s", (way) => {
  const begin = () => {
    if (way === "without streams") vi.stubGlobal("DecompressionStream", undefined);
    if (way === "with streams that take one member") vi.stubGlobal("DecompressionStream", Strict);
  };

  it.each<[string, Uint8Array, Uint8Array]>([
    ["gzip", gzipSync(DATA), DATA],
    ["gzip of no bytes", gzipSync(""), new Uint8Array(0)],
    ["gzip of two members", MEMBERS, DATA],
    ["gzip of many members", Buffer.concat(Array.from({ length: 300 }, (_, i) => gzipSync(DATA.subarray(1000 * i, 1000 * (i + 1))))), DATA],
    ["anything else, which stays unchanged", DATA, DATA],
    ["no bytes, which stay unchanged", new Uint8Array(0), new Uint8Array(0)],
  ])("unpacks %s", async (_, packed, expected) => {
    begin();
    expect(Buffer.compare(await inflate(packed), expected)).toBe(0);
  });

  it.each([
    ["cut short", gzipSync(DATA).subarray(0, 1000)],
    ["its checksum changed", flip(gzipSync(DATA), -8)],
    ["its size changed", flip(gzipSync(DATA), -4)],
    ["a byte changed", flip(gzipSync(DATA), 700)],
    ["only the first bytes of it", gzipSync(DATA).subarray(0, 3)],
    ["the checksum of its first member changed", flip(MEMBERS, gzipSync(DATA.subarray(0, FIRST)).length - 8)],
    ["its second member cut short", MEMBERS.subarray(0, -9)],
  ])("refuses gzip with %s", async (_, packed) => {
    begin();
    const { code, message } = await trouble(inflate(packed));
    expect([code, message]).toEqual(["bad-input", "The gzip data is damaged or cut short: it cannot be unpacked."]);
  });

  it("refuses gzip of more bytes than allowed", async () => {
    begin();
    expect((await inflate(gzipSync(DATA), { maxBytes: DATA.length })).length).toBe(DATA.length);
    expect((await trouble(inflate(gzipSync(DATA), { maxBytes: DATA.length - 1 }))).code).toBe("limit");
  });

  it("unpacks zlib of a known size", async () => {
    begin();
    expect(Buffer.compare(await inflateZlib(deflateSync(DATA), DATA.length), DATA)).toBe(0);
    expect(await inflateZlib(deflateSync(""), 0)).toEqual(new Uint8Array(0));
  });

  it.each<[string, Uint8Array, number]>([
    ["announced larger", deflateSync(DATA), DATA.length + 1],
    ["announced smaller", deflateSync(DATA), DATA.length - 1],
    ["cut short", deflateSync(DATA).subarray(0, 1000), DATA.length],
    ["its checksum changed", flip(deflateSync(DATA), -1), DATA.length],
    ["a byte changed", flip(deflateSync(DATA), 700), DATA.length],
    ["nothing in it", new Uint8Array(0), 0],
  ])("refuses zlib %s", async (_, packed, size) => {
    begin();
    await expect(inflateZlib(packed, size)).rejects.toThrow();
  });
});
