// Timing with tinybench: the median of many short calls, of a few long ones, or of several things in turns.
import { Bench } from "tinybench";

/** Milliseconds per call. */
export interface Timing {
  median: number;
  /** Half of the samples are within this distance of the median (median absolute deviation). */
  deviation: number;
  fastest: number;
  slowest: number;
  samples: number;
}

/** Times something short, repeated for this many seconds after a warm-up of a third of that. */
export function timeShort(work: () => unknown, seconds: number): Promise<Timing> {
  return time(work, false, { time: seconds * 1000, iterations: 10, warmupTime: (seconds * 1000) / 3, warmupIterations: 3 });
}

/** Times something long: one pass to warm up, then this many rounds. */
export function timeLong(work: () => unknown, rounds: number): Promise<Timing> {
  return time(work, false, { time: 0, iterations: rounds, warmupTime: 0, warmupIterations: 1 });
}

/** {@link timeLong} for asynchronous work. */
export function timeLongAsync(work: () => Promise<unknown>, rounds: number): Promise<Timing> {
  return time(work, true, { time: 0, iterations: rounds, warmupTime: 0, warmupIterations: 1 });
}

/**
 * Times several things in turns, each with one turn a round, so that whatever slows the machine down affects all of them; the first round does not count.
 * A turn has as many passes as take about `seconds`: code that has hardly run is not compiled yet, and very short turns depend on what else the machine
 * does.
 */
export async function timeInTurns(works: readonly (() => unknown)[], rounds: number, seconds = 0): Promise<Timing[]> {
  const samples = works.map((): number[] => []);
  const passes = works.map(() => 1);
  if (seconds > 0) {
    for (const [i, work] of works.entries()) {
      const { median } = await time(work, true, { time: 0, iterations: 1, warmup: false });
      passes[i] = Math.ceil((seconds * 1000) / median);
    }
  }
  for (let round = -1; round < rounds; round++) {
    for (const [i, work] of works.entries()) {
      const turn = async () => {
        for (let pass = 0; pass < passes[i]; pass++) await work();
      };
      const { median } = await time(turn, true, { time: 0, iterations: 1, warmup: false });
      if (round >= 0) samples[i].push(median / passes[i]);
    }
  }
  return samples.map((values): Timing => {
    const median = middle(values);
    const deviation = middle(values.map((value) => Math.abs(value - median)));
    return { median, deviation, fastest: Math.min(...values), slowest: Math.max(...values), samples: values.length };
  });
}

/** The deviation in percent of the median: a difference of about this size may be noise. */
export function spread({ median, deviation }: Timing): number {
  return (100 * deviation) / median;
}

async function time(work: () => unknown, async: boolean, options: ConstructorParameters<typeof Bench>[0]): Promise<Timing> {
  const bench = new Bench({ ...options, throws: true });
  bench.add("work", work, { async });
  await bench.run();
  const [{ result }] = bench.tasks;
  if (result.state !== "completed") throw new Error(`A measurement ended as "${result.state}".`);
  const { p50, mad, min, max, samplesCount } = result.latency;
  return { median: p50, deviation: mad, fastest: min, slowest: max, samples: samplesCount };
}

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >>> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
