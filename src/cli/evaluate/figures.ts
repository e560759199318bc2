// Evaluate figures: an evaluation's figures as text for the terminal.
import type { DrawnTrack } from "../../evaluate/drawn-track.js";
import type { EvaluationRun } from "../../evaluate/evaluation-runs.js";
import type { NoiseSettings } from "../../evaluate/noise.js";
import type { Calibration } from "../../evaluate/score/calibration.js";
import type { OffScore } from "../../evaluate/score/off-score.js";
import type { SetScore } from "../../evaluate/score/score.js";

/** A column of the table: its heading, and its cell for a run. */
export type Figure = [heading: string, cell: (score: SetScore, run: EvaluationRun) => string];

/** A number with so many decimals; "–" if there was nothing to count. */
function decimal(value: number, digits: number): string {
  return Number.isFinite(value) ? value.toFixed(digits) : "–";
}

/** A share as per cent, without the sign. */
function perCent(share: number, digits = 2): string {
  return decimal(share * 100, digits);
}

/** Standard errors on either side of a figure within which it lies 19 times of 20. */
const ERRORS = 1.96;

/** All columns. */
export const FIGURES = {
  tracks: ["tracks", (s) => String(s.tracks)],
  fixes: ["fixes", (s) => String(s.fixes)],
  km: ["km", (s) => (s.truthMetres / 1000).toFixed(1)],
  mismatch: ["mismatch %", (s) => perCent(s.mismatch, 3)],
  range: ["± %", (s) => perCent(ERRORS * s.mismatchError, 3)],
  added: ["added %", (s) => perCent(s.added, 3)],
  missed: ["missed %", (s) => perCent(s.missed, 3)],
  ends: ["(ends %)", (s) => perCent(s.beyondTrack, 3)],
  roadless: ["(no road %)", (s) => perCent(s.roadless, 3)],
  correct: ["correct %", (s) => perCent(s.correctFraction)],
  points: ["points %", (s) => perCent(s.pointAccuracy)],
  snapped: ["snapped %", (s) => perCent(s.snappedShare)],
  along: ["along m", (s) => (Number.isNaN(s.errorMedian) ? "–" : `${decimal(s.errorMedian, 1)}/${decimal(s.error95, 1)}`)],
  off: ["Off %", (s) => perCent(s.offShare)],
  gap: ["Gap %", (s) => perCent(s.gapShare)],
  ece: ["ECE", (s) => decimal(s.calibration.ece, 4)],
  brier: ["Brier", (s) => decimal(s.calibration.brier, 4)],
  auroc: ["AUROC", (s) => decimal(s.calibration.auroc, 3)],
  speed: ["points/s", (s, run) => decimal((s.fixes / run.milliseconds) * 1000, 0)],
} as const satisfies Record<string, Figure>;

/** Figures about ways off the roads and about being carried; null if there were neither, since then the columns have it all. */
export function offWords(off: OffScore): string | null {
  if (off.offMetres === 0 && off.carried === 0) return null;
  const share = (part: number, whole: number): string => `${perCent(part / whole)} % of ${(whole / 1000).toFixed(1)} km`;
  const words: string[] = [];
  if (off.offMetres > 0) words.push(`found ${share(off.offFound, off.offMetres)}`);
  if (off.roadMetres > 0) words.push(`falsely off ${share(off.falselyOff, off.roadMetres)} on roads`);
  if (off.carried > 0) words.push(`carried ${off.carried} times, ${off.gaps} gaps, ${off.gapsRight} of them right`);
  return words.join("; ");
}

/** The reliability table, a line per bin of confidence that has points. */
export function reliabilityLines({ bins }: Calibration): string[] {
  return bins
    .filter((bin) => bin.count > 0)
    .map(
      (bin) =>
        `  ${bin.from.toFixed(1)}–${bin.to.toFixed(1)}  ${String(bin.count).padStart(7)} points  stated ${bin.confidence.toFixed(3)}  true ${bin.share.toFixed(3)}`,
    );
}

/** Longest id that sets the width of the column; a UUID is shorter. */
const LONGEST_ID = 40;

/** Tracks with their errors, a line each. */
export function worstLines(worst: readonly DrawnTrack[]): string[] {
  // A very long name shifts the columns of its own line only.
  const width = Math.max(10, ...worst.map(({ score: { id } }) => (id.length > LONGEST_ID ? 0 : id.length)));
  return worst.map(({ score: { route, id } }) => {
    const metres = (value: number): string => `${value.toFixed(0).padStart(5)} m`;
    return `  ${id.padEnd(width)} ${perCent(route.fraction).padStart(6)} %  added ${metres(route.added)}  missed ${metres(route.missed)}  (ends ${route.beyondTrack.toFixed(0)} m)  of ${(route.truthMetres / 1000).toFixed(1)} km`;
  });
}

/** Noise in the form of the option. */
export function noiseWords(noise: NoiseSettings | null): string {
  if (noise === null) return "own";
  return noise.drift === 0 ? `${noise.independent}` : `${noise.independent},${noise.drift},${noise.driftSeconds}`;
}

/** Fields to match with, in the form of the option but with + for commas. */
export function fieldWords({ fields }: Pick<EvaluationRun, "fields">): string {
  if (fields === null) return "all";
  return fields.length === 0 ? "none" : fields.join("+");
}
