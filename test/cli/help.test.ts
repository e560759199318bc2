// Help fits the terminal, whatever its width.
import { expect, it } from "vitest";
import { fitted } from "../../src/cli/help.js";
import { run } from "../../src/cli/program.js";
import { width } from "../../src/cli/report.js";
import { Recorder, roadsnap } from "../helpers/terminal.js";

const helpAt = async (columns: number, ...argv: string[]) => {
  const [stdout, stderr] = [new Recorder(true), new Recorder(true)].map((terminal) => Object.assign(terminal, { columns }));
  await run([...argv, "--help"], { stdin: process.stdin, stdout, stderr });
  return stdout.text;
};
const COMMANDS = ["build", "extract", "snap", "inspect", "serve", "portal", "evaluate", "compare", "record", "replay", "demo"];

it.each(COMMANDS)("%s --help fits 80 columns, except for what is meant to be copied", async (command) => {
  const lines = (await helpAt(80, command)).split("\n");
  expect(lines.filter((line) => width(line) > 80 && !/^ +(\S+=\S+ )?(roadsnap|find|zcat) |^ {2}\{/.test(line))).toEqual([]);
});

it.each(COMMANDS)("%s --help has the same words at any width", async (command) => {
  const words = (text: string) => text.split(/\s+/);
  expect(words(await helpAt(60, command))).toEqual(words(await helpAt(110, command)));
});

it("paragraphs are wrapped, explanations are wrapped and indented, and what is meant to be copied is not wrapped", () => {
  const text = `
One two three four
five six.
  name   what it is, at
         some length
  other  short
  roadsnap snap trip.gpx --roads \\
    berlin.roads --mode trucking
`;
  expect(fitted(text, 100)).toBe(text);
  expect(fitted(text, 16)).toBe(`
One two three
four five six.
  name   what it
         is, at
         some
         length
  other  short
  roadsnap snap trip.gpx --roads \\
    berlin.roads --mode trucking
`);
});

it("an error stays on one line", async () => {
  const { stderr } = await roadsnap(["snap", "a.gpx", "--roads", "b.roads", "--mode", "x".repeat(150)], { terminal: true });
  const [sentence] = stderr.replace("\u001b[31mroadsnap:\u001b[39m", "roadsnap:").split("\n");
  expect(sentence).toMatch(/^roadsnap: .*x{150}.* is invalid\. Allowed choices are .*\.$/);
});

it.each([
  ["is red on a terminal", true, "\u001b[31mroadsnap:\u001b[39m"],
  ["is plain elsewhere", false, "roadsnap:"],
])("an error %s", async (_, terminal, name) => {
  const { stderr } = await roadsnap(["snip"], { terminal });
  expect(stderr.split("\n")[0]).toBe(`${name} unknown command 'snip'`);
  const wrong = await roadsnap(["snap", "no.gpx", "--roads", "no.roads", "-o", "no.xyz"], { terminal });
  expect(wrong.stderr).toContain(`${name} -o no.xyz: the extension must be one of `);
});
