// Calibration: whether confidences are probabilities. Expected calibration error, Brier score, AUROC and the reliability table behind them.

import { SnapError, shown } from "../../errors.js";
import type { Prediction } from "./points.js";

/** One bin of the reliability table. */
export interface ReliabilityBin {
  /** Confidences in [from, to), the last bin closed at 1. */
  from: number;
  to: number;
  /** Points. */
  count: number;
  /** Mean confidence of the bin, and the share of its points that are correct; NaN if it is empty. */
  confidence: number;
  share: number;
}

/** How far confidences are from being probabilities. All NaN if there is nothing to judge. */
export interface Calibration {
  /** Points. */
  count: number;
  /** Mean confidence of all points, and the share of them that are correct. */
  confidence: number;
  share: number;
  /** Expected calibration error (Naeini et al. 2015): mean over the points of |mean confidence − share correct| of their bin. */
  ece: number;
  /** Mean squared difference of confidence and outcome (Brier 1950). */
  brier: number;
  /** Probability that a correct point has a higher confidence than a wrong one, ties half; NaN unless there are both. */
  auroc: number;
  /** The reliability table, from the lowest confidence to the highest. */
  bins: ReliabilityBin[];
}

/**
 * Judges predictions over `binCount` equal bins of confidence.
 * @throws SnapError "bad-input" for a confidence that is no probability.
 */
export function calibration(predictions: readonly Prediction[], binCount = 10): Calibration {
  const ranked = auroc(predictions); // it checks the confidences
  const count = new Array<number>(binCount).fill(0);
  const confidence = new Array<number>(binCount).fill(0);
  const correct = new Array<number>(binCount).fill(0);
  let squares = 0;
  for (const prediction of predictions) {
    const bin = binOf(prediction.confidence, binCount);
    const outcome = prediction.correct ? 1 : 0;
    count[bin]++;
    confidence[bin] += prediction.confidence;
    correct[bin] += outcome;
    const off = prediction.confidence - outcome;
    squares += off * off;
  }
  const total = predictions.length;
  const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);
  return {
    count: total,
    confidence: sum(confidence) / total,
    share: sum(correct) / total,
    ece: sum(count.map((n, i) => Math.abs(n === 0 ? 0 : confidence[i] - correct[i]))) / total,
    brier: squares / total,
    auroc: ranked,
    bins: count.map((n, i) => ({
      from: i / binCount,
      to: (i + 1) / binCount,
      count: n,
      confidence: confidence[i] / n,
      share: correct[i] / n,
    })),
  };
}

/**
 * The index of a confidence's bin. The product of confidence and number of bins may be off by a last bit, so the result is checked against the bin's limits.
 */
function binOf(confidence: number, binCount: number): number {
  const bin = Math.min(binCount - 1, Math.floor(confidence * binCount));
  if (confidence < bin / binCount) return bin - 1;
  return bin < binCount - 1 && confidence >= (bin + 1) / binCount ? bin + 1 : bin;
}

function checkConfidences(predictions: readonly Prediction[]): void {
  const wrong = predictions.findIndex(({ confidence }) => !(confidence >= 0 && confidence <= 1));
  if (wrong < 0) return;
  const { confidence } = predictions[wrong];
  throw new SnapError("bad-input", `Prediction ${wrong + 1} has the confidence ${shown(confidence)}; it must be a number from 0 to 1.`, {
    confidence,
  });
}

/**
 * Area under the receiver operating characteristic by rank sum (Mann–Whitney), ties counted half; NaN unless both outcomes occur.
 * @throws SnapError "bad-input" for a confidence that is no probability.
 */
export function auroc(predictions: readonly Prediction[]): number {
  checkConfidences(predictions);
  const sorted = [...predictions].sort((a, b) => a.confidence - b.confidence);
  let rankSum = 0;
  let positives = 0;
  for (let i = 0; i < sorted.length; ) {
    let end = i;
    while (end < sorted.length && sorted[end].confidence === sorted[i].confidence) end++;
    const rank = (i + 1 + end) / 2; // mean of the ranks i+1 … end
    for (; i < end; i++) {
      if (!sorted[i].correct) continue;
      rankSum += rank;
      positives++;
    }
  }
  const negatives = sorted.length - positives;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}
