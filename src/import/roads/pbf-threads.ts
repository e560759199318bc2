// PBF threads: where the blobs of a PBF are unpacked and read: in the caller's thread, or in threads that the platform has.
import { type InflateZlib, unpackBlob } from "./pbf-blobs.js";
import { PrimitiveBlock } from "./pbf-block.js";
import { PASSES, type Passes } from "./pbf-passes.js";

/** Reads one blob: what a pass takes out of it. `offset`: where the blob begins in the file. Errors are those of `unpackBlob` and of the block. */
export type ReadBlob<Pass extends keyof Passes> = (bytes: Uint8Array, offset: number) => Promise<Passes[Pass]["found"]>;

/** Reads blobs. */
export interface PbfThreads {
  /** How many blobs are to be read ahead of the one whose turn it is. */
  readonly ahead: number;
  /** Whether long columns of a plan have to be in memory that threads share. */
  readonly shared: boolean;
  /** Begins a pass; all blobs of the one before must have been read. */
  begin<Pass extends keyof Passes>(pass: Pass, plan: Passes[Pass]["plan"]): ReadBlob<Pass>;
}

/** The caller's thread. */
export function here(inflate: InflateZlib): PbfThreads {
  return {
    ahead: 3,
    shared: false,
    begin: (pass, plan) => {
      const take = PASSES[pass](plan);
      return async (bytes, offset) => take(new PrimitiveBlock(await unpackBlob(bytes, offset, inflate)));
    },
  };
}
