// PBF worker: unpacks and reads the blobs of a PBF that it is sent, for the pass that it was told last. Only pbf-workers.ts starts it.
import { parentPort } from "node:worker_threads";
import { damaged, unpackBlob } from "../../import/roads/pbf-blobs.js";
import { PrimitiveBlock } from "../../import/roads/pbf-block.js";
import { PASSES, type Passes } from "../../import/roads/pbf-passes.js";
import { type Failure, packError } from "../failure.js";
import { inflateAtOnce } from "./inflate.js";

/** What a worker is sent: the pass that begins, or a blob to read. */
export type PbfOrder =
  | { [Pass in keyof Passes]: { pass: Pass; plan: Passes[Pass]["plan"] } }[keyof Passes]
  | { number: number; bytes: Uint8Array; offset: number };

/** What it answers: that it is there, or what it took out of a blob. */
export type PbfAnswer = "ready" | { number: number; found: unknown } | { number: number; failure: Failure };

const port = parentPort as NonNullable<typeof parentPort>;
let take: (block: PrimitiveBlock) => unknown;

port.on("message", async (order: PbfOrder) => {
  if ("pass" in order) {
    const begin = PASSES[order.pass] as (plan: unknown) => typeof take;
    take = begin(order.plan);
    return;
  }
  const { number, bytes, offset } = order;
  try {
    answer({ number, found: take(new PrimitiveBlock(await unpackBlob(bytes, offset, inflateAtOnce))) });
  } catch (error) {
    answer({ number, failure: packError(damaged(offset, error)) });
  }
});
answer("ready");

function answer(message: PbfAnswer): void {
  port.postMessage(message);
}
