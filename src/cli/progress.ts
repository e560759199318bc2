// Progress: a progress line on a terminal's standard error; nothing if that is a file, a pipe or a terminal that cannot remove a line.
import type { Output } from "./io.js";
import { clipped } from "./report.js";

/** One line of progress. */
export interface Progress {
  /** The work done and the total, in any unit. */
  update(done: number, total: number): void;
  /** Removes the line, so that sentences can be written in its place; the next update shows it again. */
  pause(): void;
  /** Removes the line. */
  stop(): void;
}

/** Width in cells of the bar, and of what is behind it: 100% 59m59s with the spaces in between. */
const BAR = 28;
const FIGURES = 14;

const SILENT: Progress = { update: () => {}, pause: () => {}, stop: () => {} };

/** Shows progress with a label, "reading monaco.osm.pbf". `measured`: false for work that cannot say how far it has come: then only the label is shown. */
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
      // The line fits anyway. A terminal that is told not to wrap lines would stay so if the command is ended by Ctrl-C.
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
