// Writing GPX: valid GPX 1.1, which viewers draw and readers read back.
import { XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { type GpxOptions, writeGpx } from "../../src/export/gpx.js";
import { readGpx } from "../../src/import/tracks/gpx.js";
import { input, roads, sample, unmoved } from "./sample.js";

describe("GPX", () => {
  const text = writeGpx(sample(), roads);
  const elements = (name: string) => [...text.matchAll(new RegExp(`<${name}[ >][^]*?</${name}>`, "g"))].map(([element]) => element);

  it("is well-formed, with its elements in the order of the schema", () => {
    expect(XMLValidator.validate(text)).toBe(true);
    expect(text).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<gpx version="1\.1" creator="roadsnap" xmlns="http:\/\/www\.topografix\.com\/GPX\/1\/1"/,
    );
    expect(
      [...text.matchAll(/<(wpt|rte|trk|extensions)>|<(wpt) /g)].map(([, a, b]) => a ?? b).filter((name, i, all) => name !== all[i - 1]),
    ).toEqual(["wpt", "extensions", "rte", "trk", "extensions", "trk", "extensions"]);
  });

  it("is this text, of a drive over two roads with a fix without a place", () => {
    const { inputs, points, lineIds, lines, ...rest } = sample();
    const kept = <T>(list: readonly T[], ...places: number[]) => places.map((i) => list[i]);
    const drive = { ...rest, inputs: kept(inputs, 0, 2, 3), points: kept(points, 0, 2, 3), lineIds: kept(lineIds, 0, 2, 3) };
    expect(writeGpx({ ...drive, lines: kept(lines, 0, 2) }, roads)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="roadsnap" xmlns="http://www.topografix.com/GPX/1/1" xmlns:roadsnap="urn:roadsnap:gpx:1">
<rte>
 <name>x</name>
 <rtept lat="45" lon="-30"/>
 <rtept lat="45" lon="-29.9968293"/>
 <rtept lat="45" lon="-29.9936586"/>
</rte>
<trk>
 <name>x</name>
 <trkseg>
  <trkpt lat="45" lon="-29.9968">
   <ele>12.5</ele>
   <time>2024-01-06T06:22:39.500Z</time>
   <extensions>
    <roadsnap:accuracy>5</roadsnap:accuracy>
    <roadsnap:speed>10.25</roadsnap:speed>
    <roadsnap:course>90</roadsnap:course>
    <roadsnap:confidence>0.987654</roadsnap:confidence>
    <roadsnap:reason>matched</roadsnap:reason>
    <roadsnap:distance>4.568</roadsnap:distance>
    <roadsnap:line_id>1</roadsnap:line_id>
    <roadsnap:way_id>501</roadsnap:way_id>
    <roadsnap:name>High Street &lt;A &amp; B&gt;</roadsnap:name>
   </extensions>
  </trkpt>
  <trkpt lat="45" lon="-29.9968">
   <time>2024-01-06T06:22:49.500Z</time>
   <extensions>
    <roadsnap:confidence>1</roadsnap:confidence>
    <roadsnap:reason>interpolated</roadsnap:reason>
    <roadsnap:distance>4.568</roadsnap:distance>
    <roadsnap:line_id>3</roadsnap:line_id>
    <roadsnap:way_id>502</roadsnap:way_id>
   </extensions>
  </trkpt>
 </trkseg>
</trk>
<extensions>
 <roadsnap:point number="3" reason="bad-coordinate" track="x"/>
</extensions>
</gpx>
`);
  });

  it("has nothing but the track of fixes off the road, and the 180th meridian as -180", () => {
    expect(writeGpx(unmoved([input(180, 45)]), roads)).toMatch(
      /1">\n<trk>\n <name>track<\/name>\n <trkseg>\n {2}<trkpt lat="45" lon="-180">[\s\S]*<\/trkseg>\n<\/trk>\n<\/gpx>\n$/,
    );
  });

  it("has a track for each track", () => {
    expect(elements("trk").map((trk) => /<name>(.*)<\/name>/.exec(trk)?.[1])).toEqual(["x", "y"]);
  });

  it("has the way travelled as routes, with a new one after each gap", () => {
    const routes = elements("rte").map((rte) => [/<name>(.*)<\/name>/.exec(rte)?.[1], [...rte.matchAll(/<rtept/g)].length]);
    expect(routes).toEqual([
      ["x", 2],
      ["x", 2],
      ["y", 2],
    ]);
  });

  it("has points without a track as waypoints, and those without a place in its extensions", () => {
    expect(elements("wpt")).toHaveLength(1);
    expect(elements("wpt")[0]).toContain('lat="45.5" lon="-29.5"');
    expect(text).toContain('<roadsnap:point number="4" reason="bad-coordinate" track="x"');
    expect(writeGpx(unmoved([input(Number.NaN, 45)]), roads)).toContain('<roadsnap:point number="1" reason="bad-coordinate"/>');
  });

  it("has as options only a name for a track without one, and a type for all tracks", () => {
    const misspelt = { names: "x" } as GpxOptions;
    expect(() => writeGpx(sample(), roads, misspelt)).toThrow('There is no option "names" of writeGpx; there are name, type.');
  });

  it("accepts any text as a name", () => {
    const inputs = ["a\u0000b", "\ud800", "]]> & <x a='\"'>", "\u001b[1m"].map((trackId) => input(1, 2, { trackId }));
    const nasty = writeGpx(unmoved(inputs), roads);
    expect(XMLValidator.validate(nasty)).toBe(true);
    expect(readGpx(nasty).points.map(({ trackId }) => trackId)).toEqual(["a\ufffdb", "\ufffd", "]]> & <x a='\"'>", "\ufffd[1m"]);
  });
});

describe("a recording of a fitness watch, from GPX to GPX", () => {
  const garmin = (prefix: string) =>
    `<${prefix}:TrackPointExtension><${prefix}:atemp>21.5</${prefix}:atemp><${prefix}:hr>132</${prefix}:hr><${prefix}:cad>84</${prefix}:cad></${prefix}:TrackPointExtension>`;
  const recording = (extensions: string, type = "<type>cycling</type>") =>
    `<gpx version="1.1"><trk><name>Ride</name>${type}<trkseg><trkpt lat="45" lon="7"><extensions>${extensions}</extensions></trkpt></trkseg></trk></gpx>`;
  const again = (text: string) => {
    const { points, name, type } = readGpx(text);
    return writeGpx(unmoved(points), roads, { name, type });
  };
  const extensionsOf = (text: string) => /<\/roadsnap:\w+>(?!\s*<roadsnap)([\s\S]*)<\/extensions>/.exec(text)?.[1].replace(/\s*\n\s*/g, "");

  it.each([
    [
      "Garmin's extension, whatever its prefix",
      garmin("ns3"),
      garmin("gpxtpx"),
      'xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"',
    ],
    ["power as Strava writes it", "<power>250</power>", "<power>250</power>", null],
    [
      "power as Garmin writes it",
      "<pwr:PowerExtension><pwr:PowerInWatts>250</pwr:PowerInWatts></pwr:PowerExtension>",
      "<gpxpx:PowerExtension><gpxpx:PowerInWatts>250</gpxpx:PowerInWatts></gpxpx:PowerExtension>",
      'xmlns:gpxpx="http://www.garmin.com/xmlschemas/PowerExtension/v1"',
    ],
    [
      "in the order of the extension's schema",
      "<power>250</power><a:cad>84</a:cad><a:hr>132</a:hr><a:depth>3</a:depth><a:wtemp>9</a:wtemp><a:atemp>21</a:atemp>",
      "<power>250</power><gpxtpx:TrackPointExtension>" +
        "<gpxtpx:atemp>21</gpxtpx:atemp><gpxtpx:wtemp>9</gpxtpx:wtemp><gpxtpx:depth>3</gpxtpx:depth><gpxtpx:hr>132</gpxtpx:hr><gpxtpx:cad>84</gpxtpx:cad>" +
        "</gpxtpx:TrackPointExtension>",
      null,
    ],
    ["no value that is not a number", "<a:hr>--</a:hr><a:note>7</a:note>", "", null],
  ])("keeps its sensor values: %s", (_, given, expected, namespace) => {
    const text = again(recording(given));
    expect(XMLValidator.validate(text)).toBe(true);
    expect(extensionsOf(text)).toBe(expected);
    if (namespace !== null) expect(text).toContain(namespace);
    for (const [, prefix] of text.matchAll(/<(\w+):/g)) expect(text).toContain(`xmlns:${prefix}="`);
    const values = (points: string) => Object.values(readGpx(points).points[0].attributes).filter((value) => typeof value === "number");
    expect(values(text)).toEqual(expect.arrayContaining(values(recording(expected))));
  });

  it("keeps a type that all its tracks have, after the name", () => {
    expect(again(recording(""))).toMatch(/<trk>\s*<name>Ride<\/name>\s*<type>cycling<\/type>\s*<trkseg>/);
    expect(again(recording("", ""))).not.toContain("<type>");
    const two = (second: string) => `${recording("").slice(0, -"</gpx>".length)}${/<trk>.*<\/trk>/.exec(recording("", second))}</gpx>`;
    expect([...again(two("<type>cycling</type>")).matchAll(/<type>cycling<\/type>/g)]).toHaveLength(2);
    expect(again(two("<type>running</type>"))).not.toContain("<type>");
  });

  it("accepts only text as a type", () => {
    expect(() => writeGpx(sample(), roads, { type: 7 } as never)).toThrow("The option type is 7; it must be a text.");
  });
});
