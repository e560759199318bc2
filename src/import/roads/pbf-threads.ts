// PBF threads: where the blobs of a PBF are unpacked and read: in the caller's thread, or in threads that the platform has.
import { inflateZlib } from "../inflate.js";
import { unpackBlob } from "./pbf-blobs.js";
import { PrimitiveBlock } from "./pbf-block.js";
import { PASSES, type Passes } from "./pbf-passes.js";

/** Reads the blobs of one pass. */
export interface BlobReader<Pass extends keyof Passes> {
  /** Takes out of a blob what the pass wants. `bytes` may be handed over to another thread. Errors are those of `unpackBlob` and of the block. */
  read(bytes: Uint8Array, offset: number): Promise<Passes[Pass]["found"]>;
  /** To be called once all that was asked for has come. */
  end(): Promise<void>;
}

/** Begins the passes over a file. */
export interface PbfThreads {
  /** How many blobs are to be read ahead of the one whose turn it is. */
  readonly ahead: number;
  /** Whether long columns of a plan have to be in memory that threads share. */
  readonly shared: boolean;
  begin<Pass extends keyof Passes>(pass: Pass, plan: Passes[Pass]["plan"]): BlobReader<Pass>;
}

/** The caller's thread. */
export const HERE: PbfThreads = {
  ahead: 3,
  shared: false,
  begin: (pass, plan) => {
    const take = PASSES[pass](plan);
    return {
      read: async (bytes, offset) => take(new PrimitiveBlock(await unpackBlob(bytes, offset, inflateZlib))),
      end: async () => {},
    };
  },
};
