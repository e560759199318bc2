// PBF blobs: the outer structure of an OSM PBF, which is length, blob header, blob, repeated. Field numbers are those of fileformat.proto.
import { PbfReader } from "pbf";
import { SnapError } from "../../errors.js";
import { outOfMemory } from "../../roads/memory.js";
import type { ByteSource } from "../byte-source.js";
import { Damage, enter, integer, leave, text } from "./pbf-message.js";

/** Types of blobs. Others may occur; the format says that readers skip them. */
export const HEADER = "OSMHeader";
export const DATA = "OSMData";

/** The format's own limits: a blob header must be under 64 KiB, a blob under 32 MiB, packed and unpacked. */
const MAX_HEADER = 64 * 1024;
const MAX_BLOB = 32 * 1024 * 1024;
/** Bytes of the length field before each header; and a number of bytes that a header seldom exceeds. */
const LENGTH = 4;
const USUAL_HEADER = 124;

/** Packings that the format has and that are not supported here, by their field numbers. */
const OTHER_PACKING: Readonly<Record<number, string>> = { 4: "LZMA", 5: "bzip2", 6: "LZ4", 7: "Zstandard" };

/** One blob of the file, still packed. */
export interface PbfBlob {
  /** Where its length field begins in the file. Error sentences name the blob by this. */
  offset: number;
  type: string;
  /** Where the blob itself lies in the file. */
  start: number;
  end: number;
}

/**
 * Finds every blob of the file without unpacking any. The first is a header.
 * @throws SnapError "bad-input" when the file is cut short or begins with another blob.
 */
export async function findBlobs(file: ByteSource): Promise<PbfBlob[]> {
  const blobs: PbfBlob[] = [];
  for (let at = 0; at < file.size; at = blobs[blobs.length - 1].end) {
    try {
      const blob = await findBlob(file, at);
      if (at === 0 && blob.type !== HEADER) throw new Damage(`its type is ${JSON.stringify(blob.type.slice(0, 40))} instead of ${HEADER}`);
      blobs.push(blob);
    } catch (error) {
      throw damaged(at, error);
    }
  }
  return blobs;
}

async function findBlob(file: ByteSource, offset: number): Promise<PbfBlob> {
  const headerStart = offset + LENGTH;
  if (headerStart > file.size) throw cutShort(file, offset);
  // Mostly this is the whole header; a longer one is read again.
  let head = await file.read(offset, Math.min(file.size, headerStart + USUAL_HEADER));
  const length = new DataView(head.buffer, head.byteOffset, LENGTH).getUint32(0);
  if (length === 0 || length >= MAX_HEADER) throw new Damage(`its header has ${length} bytes, and 1 to ${MAX_HEADER - 1} are allowed`);
  const start = headerStart + length;
  if (start > file.size) throw cutShort(file, offset);
  if (length > USUAL_HEADER) head = await file.read(offset, start);

  const pbf = new PbfReader(head.subarray(LENGTH, LENGTH + length));
  let type = "";
  let size = -1;
  for (let field = pbf.nextField(length); field; field = pbf.nextField(length)) {
    if (field === 1) type = text(pbf, length);
    else if (field === 3) size = integer(pbf);
  }
  leave(pbf, length);
  if (size < 0 || size > MAX_BLOB)
    throw new Damage(`its size is ${size < 0 ? "missing" : size}, and at most ${MAX_BLOB} bytes are allowed`);
  if (start + size > file.size) throw cutShort(file, offset);
  return { offset, type, start, end: start + size };
}

function cutShort(file: ByteSource, offset: number): SnapError {
  return new SnapError(
    "bad-input",
    `The PBF file is cut short: its ${file.size} bytes end within the blob that begins at byte ${offset}.`,
    {
      offset,
      bytes: file.size,
    },
  );
}

/** Unpacks zlib data of which the unpacked size is known. @throws any error if it is damaged or has another size. */
export type InflateZlib = (bytes: Uint8Array, size: number) => Uint8Array | Promise<Uint8Array>;

/**
 * Unpacks a blob. `offset`: where it begins in the file.
 * @throws Damage and other errors; see {@link damaged}.
 */
export async function unpackBlob(bytes: Uint8Array, offset: number, inflate: InflateZlib): Promise<Uint8Array> {
  const pbf = new PbfReader(bytes);
  let raw: Uint8Array | undefined;
  let zlib: Uint8Array | undefined;
  let size = -1;
  const content = () => {
    const end = enter(pbf, bytes.length);
    const found = bytes.subarray(pbf.pos, end);
    pbf.pos = end;
    return found;
  };
  for (let field = pbf.nextField(); field; field = pbf.nextField()) {
    if (field === 1) raw = content();
    else if (field === 2) size = integer(pbf);
    else if (field === 3) zlib = content();
    else if (field in OTHER_PACKING) {
      const sentence = `The blob at byte ${offset} of the PBF file is packed with ${OTHER_PACKING[field]}; it must be packed with zlib, or not at all.`;
      throw new SnapError("bad-input", sentence, { offset });
    }
  }
  leave(pbf, bytes.length);
  if (raw !== undefined && zlib === undefined) {
    if (size >= 0 && size !== raw.length) throw new Damage(`it holds ${raw.length} bytes and announces ${size}`);
    return raw;
  }
  if (zlib === undefined || raw !== undefined) throw new Damage("it holds no data, or more than one kind");
  if (size < 0 || size > MAX_BLOB) {
    throw new Damage(`its unpacked size is ${size < 0 ? "missing" : size}, and at most ${MAX_BLOB} bytes are allowed`);
  }
  try {
    return await inflate(zlib, size);
  } catch {
    throw new Damage(`its data does not unpack to the ${size} bytes announced with the right checksum`);
  }
}

/** The error for anything that went wrong in the blob that begins at this byte. */
export function damaged(offset: number, error: unknown): SnapError {
  const cause = outOfMemory("The OSM data", error);
  if (cause instanceof SnapError) return cause;
  const reason = cause instanceof Damage ? cause.message : "its data does not decode";
  return new SnapError("bad-input", `The PBF file is damaged: in the blob at byte ${offset}, ${reason}.`, { offset, cause });
}
