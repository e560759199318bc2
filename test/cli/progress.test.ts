// The progress line fits the terminal, and leaves the terminal unchanged, however the command ends.
import { expect, it } from "vitest";
import { showProgress } from "../../src/cli/progress.js";
import { width } from "../../src/cli/report.js";
import { Recorder } from "../helpers/terminal.js";

it.each([
  ["a short label", "reading monaco.osm.pbf"],
  ["a long label", `snapping ${"a-long-name-".repeat(20)}.gpx`],
  ["a long label of wide characters", `snapping ${"配送".repeat(60)}.gpx`],
])("%s: fits the terminal without turning off its line wrapping", async (_, label) => {
  const terminal = new Recorder(true);
  const progress = await showProgress(terminal, label);
  progress.update(3, 4);
  progress.stop();
  // Ctrl-C would leave it turned off.
  expect(terminal.text).not.toContain("\u001b[?7l");
  expect(terminal.text).toMatch(/75% 0s/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a terminal's codes begin with
  const lines = terminal.text.split(/\u001b(?:\[[\d?]*[a-zA-Z]|\d)/);
  for (const line of lines) expect(width(line)).toBeLessThanOrEqual(terminal.columns);
});

it("is not printed without a terminal", async () => {
  const file = new Recorder(false);
  const progress = await showProgress(file, "reading monaco.osm.pbf");
  progress.update(1, 2);
  progress.stop();
  expect(file.text).toBe("");
});
