// Summary: a file's points and lines in one row.
import type { Summary } from "../snap/summary.js";
import type { Output } from "./io.js";
import { count, duration, kilometres, percent, plain, tables } from "./report.js";

/** One file's row. */
export interface FileSummary extends Summary {
  name: string;
  ms: number;
}

/** A table of files, with a row for all of them when there are several. */
export function summaryTable(files: FileSummary[], out: Output): string {
  const row = (file: FileSummary) => [
    plain(file.name),
    count(file.tracks),
    count(file.points),
    percent(file.snapped, file.points),
    file.confidence === null ? "–" : file.confidence.toFixed(2),
    kilometres(file.metres.Road),
    file.metres.Off > 0 ? kilometres(file.metres.Off) : "–",
    file.gaps > 0 ? `${count(file.gaps)} (${kilometres(file.metres["Road Gap"])})` : "–",
    duration(file.ms),
  ];
  const rows = files.map(row);
  if (files.length > 1) rows.push(row(total(files)));
  const titles = ["file", "tracks", "points", "snapped", "confidence", "on roads", "off", "gaps", "time"];
  return tables(
    titles.map((title, i) => ({ title, align: i === 0 ? "left" : "right" })),
    rows,
    1,
    out,
  );
}

function total(files: FileSummary[]): FileSummary {
  const sum = (of: (file: FileSummary) => number) => files.reduce((all, file) => all + of(file), 0);
  const snapped = sum((file) => file.snapped);
  return {
    name: "all",
    tracks: sum((file) => file.tracks),
    points: sum((file) => file.points),
    snapped,
    confidence: snapped > 0 ? sum((file) => (file.confidence ?? 0) * file.snapped) / snapped : null,
    metres: {
      Road: sum((file) => file.metres.Road),
      Off: sum((file) => file.metres.Off),
      "Road Gap": sum((file) => file.metres["Road Gap"]),
    },
    gaps: sum((file) => file.gaps),
    ms: sum((file) => file.ms),
  };
}
