// Tables and numbers for the terminal, and the streets of a drive.
import { describe, expect, it } from "vitest";
import { streetsOf, streetTable } from "../../src/cli/demo/streets.js";
import { bytes, clipped, count, duration, kilometres, percent, plain, sentence, table, tables, width } from "../../src/cli/report.js";
import { summaryTable } from "../../src/cli/summary.js";
import { Matcher } from "../../src/match/matcher.js";
import { snapPoints } from "../../src/snap/points.js";
import { asciiMap } from "../helpers/ascii-map.js";
import { Recorder } from "../helpers/terminal.js";

describe("numbers", () => {
  it.each([
    [count(1234567), "1,234,567"],
    [kilometres(4), "0.00 km"],
    [kilometres(9994), "9.99 km"],
    [kilometres(12_345), "12.3 km"],
    [kilometres(999_949), "999.9 km"],
    [kilometres(999_950), "1,000 km"],
    [kilometres(1_234_567), "1,235 km"],
    [percent(1, 8), "12.5 %"],
    [percent(0, 0), "–"],
    [bytes(0), "0 bytes"],
    [bytes(999), "999 bytes"],
    [bytes(1000), "1.0 kB"],
    [bytes(999_949), "999.9 kB"],
    [bytes(999_950), "1.0 MB"],
    [bytes(999_949_999), "999.9 MB"],
    [bytes(999_950_000), "1.0 GB"],
    [bytes(41_234_567), "41.2 MB"],
    [bytes(5e12), "5000.0 GB"],
    [duration(41.4), "41 ms"],
    [duration(3210), "3.2 s"],
    [duration(999.4), "999 ms"],
    [duration(999.5), "1.0 s"],
    [duration(59_949), "59.9 s"],
    [duration(59_950), "1 min 0 s"],
    [duration(119_499), "1 min 59 s"],
    [duration(119_900), "2 min 0 s"],
    [duration(125_000), "2 min 5 s"],
  ])("%s", (shown, expected) => {
    expect(shown).toBe(expected);
  });
});

describe("table", () => {
  it("aligns columns by their width on a terminal, including wide and combining characters", () => {
    const rows = [
      ["Mill Lane", "1"],
      ["東京都", "22"],
      ["Cafe\u0301", "333"],
      ["🚚 van", "4"],
    ];
    expect(table([{ title: "street" }, { title: "n", align: "right" }], rows)).toBe(
      ["  street       n", "  Mill Lane    1", "  東京都      22", "  Cafe\u0301       333", "  🚚 van       4", ""].join("\n"),
    );
    expect(rows.map(([name]) => width(name))).toEqual([9, 6, 4, 6]);
  });

  it("is divided if the terminal is too narrow, each part with the labels, and is one without a terminal", () => {
    const columns = ["set", "first", "second", "third"].map((title) => ({ title: title.padStart(28) }));
    const part = (...titles: string[]) => titles.map((title) => `  ${title.padStart(28)}`).join("");
    const shown = (isTTY: boolean) =>
      tables(columns, [["a", "1", "2", "3"]], 1, new Recorder(isTTY))
        .replaceAll("\u001b[2m", "")
        .replaceAll("\u001b[22m", "");
    expect(
      shown(true)
        .split("\n")
        .filter((line) => line.includes("set")),
    ).toEqual([part("set", "first", "second"), part("set", "third")]);
    expect(shown(false).split("\n")[0]).toBe(part("set", "first", "second", "third"));
  });

  it("shortens labels to half a line if the terminal is too narrow, keeping their ends", () => {
    const row = [`fleet-${"x".repeat(200)}-7.csv`, "1"];
    const columns = [{ title: "file" }, { title: "tracks" }];
    const [, shown] = tables(columns, [row], 1, new Recorder(true)).split("\n");
    expect(shown).toBe(`  fleet-${"x".repeat(19)}…${"x".repeat(18)}-7.csv  1`);
    expect(tables(columns, [row], 1, new Recorder(false))).toContain(row.join("  "));
    expect(clipped("東京都🚚van", 6)).toBe("東京…n");
  });

  it("may have more rows than a call takes arguments", () => {
    const rows = Array.from({ length: 200_000 }, (_, i) => [i === 150_000 ? "four" : "a", "b"]);
    const columns = ["", ""].map((title) => ({ title, align: "left" as const }));
    expect(table(columns, rows).slice(0, 20)).toBe("  a     b\n  a     b\n");
  });

  it("of files fits the terminal", () => {
    const file = { name: "the-long-name-of-a-track.gpx", ms: 1, tracks: 1, points: 21, snapped: 21, confidence: 0.98, gaps: 0 };
    const files = [{ ...file, metres: { Road: 670, Off: 12_000, "Road Gap": 0 } }];
    const terminal = Object.assign(new Recorder(true), { columns: 80 });
    const lines = summaryTable(files, terminal).replaceAll("\u001b[2m", "").replaceAll("\u001b[22m", "").split("\n");
    expect(lines.filter((line) => line.includes("the-long-name-of-a-track.gpx"))).toHaveLength(2);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    expect(summaryTable(files, new Recorder(false)).trimEnd().split("\n")).toHaveLength(2);
  });

  it("keeps control characters of a file from the terminal", () => {
    expect(plain("Mill\u001b[31m\nLane\u202e")).toBe("Mill [31m Lane ");
  });
});

describe("streetsOf", () => {
  const map = asciiMap(
    `
  a-----b-----c-----d
        |
        e
`,
    { metresPerCell: 40 },
  );
  const roads = map.graph({ abcd: { name: "High Street" }, be: { class: "service", flags: ["private"], name: "" } });
  const result = snapPoints(
    new Matcher(roads),
    map.drive("abcd", { start: 1_700_000_000 }).map((point) => ({ ...point, trackId: null, objectId: null, attributes: {} })),
  );

  it("joins the pieces of a street, with its points, length and first time", () => {
    const [street, ...others] = streetsOf(result, roads, null);
    expect(others).toEqual([]);
    expect(street).toMatchObject({ type: "Road", name: "High Street", points: result.points.length, time: 1_700_000_000, flags: [] });
    expect(street.metres).toBeCloseTo(720, -1);
    expect(street.confidence).toBeGreaterThan(0.5);
  });

  it("names a road without a name by its class and its special features", () => {
    const trip = map.drive("be").map((point) => ({ ...point, trackId: "t", objectId: null, attributes: {} }));
    expect(streetsOf(snapPoints(new Matcher(roads), trip), roads, "t").at(-1)).toMatchObject({ name: "(service)", flags: ["private"] });
  });

  it("prints a row for each street, with the time in UTC", () => {
    const [heading, row] = streetTable(streetsOf(result, roads, null), new Recorder())
      .trim()
      .split("\n");
    expect(heading).toMatch(/^at +street +line +length +points +confidence$/);
    expect(row).toMatch(/^ *22:13:20 +High Street +Road +0\.72 km +\d+ +[01]\.\d\d$/);
  });
});

it("too many open files are not reported as a defect, whichever file was the one too many", () => {
  const error = Object.assign(new Error("EMFILE: too many open files, open '/dist/portal/looks.js'"), { code: "EMFILE", syscall: "open" });
  expect(sentence(error)).toBe("the system does not let this process open more files; raise the limit (ulimit -n).");
  expect(sentence(new Error("EMFILE"))).toMatch(/^a defect/);
});
