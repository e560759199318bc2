// Connections that are kept alive, each sending one request after another.
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { Random } from "../../src/geo/random.js";
import { type LoadRequest, verdict } from "./requests.js";

const SEED = 11;
/** This many errors end the load: the server is gone, or answers nothing right. */
const MOST_ERRORS = 100;

export interface DriveOptions {
  connections: number;
  /** For how long new requests are sent; those under way at the end are waited for. */
  seconds: number;
  /** Seconds without a byte after which a request counts as failed. Default 120. */
  patience?: number;
}

/** The outcome of a load. */
export interface Drive {
  /** From the first request to the last answer. */
  seconds: number;
  /** Connections opened: as many as asked for if all were kept. */
  opened: number;
  /** Milliseconds from sending to the last byte of each right answer, by the number of points in the request. */
  times: Map<number, number[]>;
  /** A sentence for each request without a right answer. */
  errors: string[];
}

/** Sends a load to an execute endpoint. */
export async function drive(url: string, draw: (random: Random) => LoadRequest, options: DriveOptions): Promise<Drive> {
  const { connections, seconds, patience = 120 } = options;
  const result: Drive = { seconds: 0, opened: 0, times: new Map(), errors: [] };
  const start = performance.now();
  const connection = async (_: unknown, index: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const random = new Random(SEED + index);
    while (performance.now() < start + seconds * 1000 && result.errors.length < MOST_ERRORS) {
      const asked = draw(random);
      const sent = performance.now();
      try {
        const { status, bytes, reused } = await send(url, asked.body, agent, patience);
        const milliseconds = performance.now() - sent;
        if (!reused) result.opened++;
        const trouble = verdict(asked, status, bytes);
        if (trouble !== null) throw new Error(trouble);
        const times = result.times.get(asked.points) ?? [];
        times.push(milliseconds);
        result.times.set(asked.points, times);
      } catch (error) {
        result.errors.push(`A request of ${asked.points} points: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: connections }, connection));
  result.seconds = (performance.now() - start) / 1000;
  return result;
}

async function send(
  url: string,
  body: string,
  agent: Agent,
  patience: number,
): Promise<{ status: number; bytes: Buffer; reused: boolean }> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": Buffer.byteLength(body) };
  const sent = request(url, { method: "POST", agent, headers });
  sent.setTimeout(patience * 1000, () => sent.destroy(new Error(`There was no answer within ${patience} s.`)));
  sent.on("error", () => {}); // once it answers, what goes wrong is told by the response
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, bytes: await buffer(response), reused: sent.reusedSocket };
}
