// Local times over the end of summer time: a clock that is put back during a drive, and files that only look like that.
import { describe, expect, it } from "vitest";
import { readCsv } from "../../../src/import/tracks/csv.js";
import { readGpx } from "../../../src/import/tracks/gpx.js";
import { putBackAt } from "../../../src/import/tracks/put-back.js";
import { parseTrackLine } from "../../../src/import/tracks/track-line.js";
import type { InputPoint } from "../../../src/match/track/track.js";

const TWO = Date.UTC(2024, 9, 27, 2) / 1000;
const NONE = { accuracy: null, speed: null, course: null, trackId: null, objectId: null, attributes: {} };

/** A drive of two hours with a fix every `seconds`, and the clock put back by an hour in the middle: 02:00 to 03:00 twice. */
function drive(seconds: number, back = 3600): InputPoint[] {
  const count = 7200 / seconds;
  return Array.from({ length: count }, (_, i) => ({
    ...NONE,
    lon: 8 + i * seconds * 2e-4,
    lat: 50,
    time: TWO + i * seconds - (2 * i >= count ? back : 0),
  }));
}
/** Two vehicles, each for an hour, one after the other in the file. */
const twoHours = drive(10).map((point, i) => (i < 360 ? point : { ...point, lat: 50.3 }));

describe("a clock that is put back", () => {
  it.each<[string, InputPoint[], number]>([
    ["a fix every second", drive(1), 3600],
    ["a fix every five minutes", drive(300), 12],
    ["a traveller who stands meanwhile", drive(10).map((point, i) => (i > 300 && i < 420 ? { ...point, lon: 8 } : point)), 360],
    ["points with one track id", drive(10).map((point) => ({ ...point, trackId: "a" })), 360],
    ["points of which some have no place", drive(10).map((point, i) => (i % 7 === 0 ? { ...point, lon: Number.NaN } : point)), 360],
  ])("is noticed: %s", (_, points, at) => {
    expect(putBackAt(points)).toBe(at);
  });

  it.each<[string, InputPoint[]]>([
    ["a clock that runs on", drive(10, 0)],
    ["a clock that is corrected by less", drive(10, 1800)],
    ["a clock that is corrected by more", drive(10, 7200)],
    ["rows in another order", drive(10).toSorted((a, b) => Math.sin(1e4 * a.lon) - Math.sin(1e4 * b.lon))],
    ["rows that begin with the last", drive(10, 0).reverse()],
    ["a fix that came an hour late", drive(900, 0).map((point, i) => (i === 4 ? { ...point, time: point.time! - 4500 } : point))],
    ["two vehicles, one after the other", twoHours],
    ["two vehicles with track ids, one after the other", twoHours.map((point, i) => ({ ...point, trackId: i < 360 ? "a" : "b" }))],
    ["some rows without a time", drive(10).map((point, i) => (i === 7 ? { ...point, time: null } : point))],
    ["no rows", []],
  ])("is not confused with %s", (_, points) => {
    expect(putBackAt(points)).toBe(-1);
  });

  const sentence = (where: string) =>
    `The times run backwards once, by 3590 s at ${where}, as a local clock does at the end of summer time; the points are put in order of time, which mixes the two hours: give the times in UTC, or with their zone.`;
  const text = (time: number | null | undefined) => new Date(1000 * (time ?? 0)).toISOString().slice(0, 19);
  const points = drive(10);

  it("gives one warning for the file, with the row or line", () => {
    const rows = points.map(({ lon, lat, time }) => `${lon},${lat},${text(time)}`);
    expect(readCsv(`lon,lat,time\n${rows.join("\n")}`).warnings).toEqual([sentence("row 362")]);
    const line = { id: "a", points: points.map(({ lon, lat, time }) => [lon, lat, time]) };
    expect(parseTrackLine(JSON.stringify(line), 7).warnings).toEqual([sentence("line 7")]);
  });

  it("gives a warning for a track of a GPX, but not for two tracks", () => {
    const trkpts = points.map(({ lon, lat, time }) => `<trkpt lon="${lon}" lat="${lat}"><time>${text(time)}</time></trkpt>`);
    const trk = (from: number, to: number) => `<trk><trkseg>${trkpts.slice(from, to).join("")}</trkseg></trk>`;
    expect(readGpx(`<gpx>${trk(0, 720)}</gpx>`).warnings).toEqual([sentence("trkpt 361")]);
    expect(readGpx(`<gpx>${trk(0, 360)}${trk(360, 720)}</gpx>`).warnings).toEqual([]);
  });

  it("does not affect times with a zone", () => {
    const rows = points.map(({ lon, lat, time }, i) => `${lon},${lat},${text(time)}+0${i < 360 ? 2 : 1}:00`);
    expect(readCsv(`lon,lat,time\n${rows.join("\n")}`).warnings).toEqual([]);
  });
});
