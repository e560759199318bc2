// A progress line on a terminal's standard error; nothing at all when that is a file, a pipe or a terminal that cannot take a line away.
import type { Output } from "./io.js";
import { clipped } from "./report.js";

/** One line of progress. */
export interface Progress {
  /** Work done and the work there is, in any unit. */
  update(done: number, total: number): void;
  /** Takes the line away, for sentences to be written in its place; the next update shows it again. */
  pause(): void;
  /** Takes the line away. */
  stop(): void;
}

/** Cells of the bar, and of what stands behind it: 100% 59m59s, and the spaces between. */
const BAR = 28;
const FIGURES = 14;

const SILENT: Progress = { update: () => {}, pause: () => {}, stop: () => {} };

/** Shows progress under a label, "reading monaco.osm.pbf"; the label alone for work that cannot say how far it has come. */
export async function showProgress(stderr: Output, label: string, measured = true): Promise<Progress> {
  if (!stderr.isTTY || process.env.TERM === "dumb") return SILENT;
  const { default: cliProgress } = await import("cli-progress");
  const began = performance.now();
  const shown = clipped(label, Math.max(12, (stderr.columns ?? 80) - BAR - FIGURES));
  const bar = new cliProgress.SingleBar(
    {
      stream: stderr,
      format: measured ? "{label} {bar} {percentage}% {duration_formatted}" : "{label} …",
      clearOnComplete: true,
      // The line is made to fit: a terminal told not to wrap lines stays so when the command is ended by Ctrl-C.
      linewrap: true,
      barsize: BAR,
      fps: 8,
      etaBuffer: 50,
      // Since the beginning, not since the last pause.
      formatTime: (_, options, unit) => cliProgress.Format.TimeFormat(Math.round((performance.now() - began) / 1000), options, unit),
    },
    cliProgress.Presets.shades_grey,
  );
  bar.start(1, 0, { label: shown });
  return {
    update(done, total) {
      if (!bar.isActive) bar.start(Math.max(1, total), done, { label: shown });
      bar.setTotal(Math.max(1, total));
      bar.update(done);
    },
    pause: () => bar.stop(),
    stop: () => bar.stop(),
  };
}
