// The demo: the bundled town from end to end.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { roadsnap, scratch } from "../../helpers/terminal.js";

const at = scratch();

it("prints the streets of every drive, and writes the page", async () => {
  const { code, stdout, stderr } = await roadsnap(["demo", "-o", at("demo.html")]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^The bundled town: [\d,]+ road segments, /);
  expect(stdout.match(/\d+ points, \d+\.\d % snapped/g)?.length).toBeGreaterThanOrEqual(3);
  expect(stdout).toContain("off the road");
  expect(stdout).toMatch(/Road +\d\.\d\d km +\d+ +[01]\.\d\d/);
  const page = readFileSync(at("demo.html"), "utf8");
  expect(page).toContain("Drives through the bundled town");
  expect(page).not.toContain('id="credit"'); // the town is made up: nobody is owed a credit
});

it("writes its page over no other kind of file", async () => {
  const { code, stderr } = await roadsnap(["demo", "-o", at("track.gpx")]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/-o .+track\.gpx: the extension must be \.html or \.htm\.\n$/)]);
});
