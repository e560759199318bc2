// GPX: which points are read, as which tracks, and what devices of many makers write.
import { describe, expect, it } from "vitest";
import { SnapError } from "../../../src/errors.js";
import { readGpx } from "../../../src/import/tracks/gpx.js";
import { caught } from "../caught.js";

const gpx = (inside: string, head = 'version="1.1"') => `<?xml version="1.0" encoding="UTF-8"?>\n<gpx ${head}>${inside}</gpx>`;
const trk = (inside: string) => gpx(`<trk><trkseg>${inside}</trkseg></trk>`);
const point = (inside: string) => trk(`<trkpt lat="45.5" lon="7.25">${inside}</trkpt>`);
const places = (text: string) => readGpx(text).points.map(({ lon, lat, trackId }) => [lon, lat, trackId]);

describe("the points of a GPX file", () => {
  it.each([
    [
      "a single track has no id",
      trk('<trkpt lat="1" lon="2"/><trkpt lat="3" lon="4"/>'),
      [
        [2, 1, null],
        [4, 3, null],
      ],
    ],
    [
      "the segments of a track follow each other",
      gpx('<trk><name>a</name><trkseg><trkpt lat="1" lon="2"/></trkseg><trkseg><trkpt lat="3" lon="4"/></trkseg></trk>'),
      [
        [2, 1, null],
        [4, 3, null],
      ],
    ],
    [
      "several tracks have their names, made unique",
      gpx(["a", "b", "a"].map((name, i) => `<trk><name>${name}</name><trkseg><trkpt lat="${i}" lon="0"/></trkseg></trk>`).join("")),
      [
        [0, 0, "a"],
        [0, 1, "b"],
        [0, 2, "a (2)"],
      ],
    ],
    [
      "tracks without a name are numbered, and empty ones do not count",
      gpx(
        '<trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk><trk><name>empty</name></trk><trk><trkseg><trkpt lat="3" lon="4"/></trkseg></trk>',
      ),
      [
        [2, 1, "track 1"],
        [4, 3, "track 2"],
      ],
    ],
    ["routes are read when there is no track", gpx('<wpt lat="9" lon="9"/><rte><rtept lat="1" lon="2"/></rte>'), [[2, 1, null]]],
    [
      "several routes are numbered as such",
      gpx('<rte><rtept lat="1" lon="2"/></rte><rte><name>b</name><rtept lat="3" lon="4"/></rte>'),
      [
        [2, 1, "route 1"],
        [4, 3, "b"],
      ],
    ],
    [
      "waypoints are read when there is nothing else",
      gpx('<wpt lat="1" lon="2"/><wpt lat="3" lon="4"/>'),
      [
        [2, 1, null],
        [4, 3, null],
      ],
    ],
    ["a comment may hold tags", `<!-- by <b>Logger</b> -->${trk('<trkpt lat="1" lon="2"/>').replace(/^<\?.*\n/, "")}`, [[2, 1, null]]],
    ["blanks may precede it", ` \n${trk('<trkpt lat="1" lon="2"/>')}`, [[2, 1, null]]],
    ["elements may have a prefix", '<g:gpx><g:trk><g:trkseg><g:trkpt lat="1" lon="2"/></g:trkseg></g:trk></g:gpx>', [[2, 1, null]]],
    [
      "two identical points are two points",
      trk('<trkpt lat="1" lon="2"/>'.repeat(2)),
      [
        [2, 1, null],
        [2, 1, null],
      ],
    ],
    ["coordinates out of range are kept as given", trk('<trkpt lat="91" lon="-200"/>'), [[-200, 91, null]]],
  ])("are read: %s", (_, text, expected) => {
    expect(places(text)).toEqual(expected);
  });

  const track = '<trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk>';
  const route = '<rte><rtept lat="1" lon="2"/></rte>';
  const waypoint = '<wpt lat="9" lon="9"/>';
  it.each([
    [waypoint + track, ["1 waypoint is ignored, because the file has tracks."]],
    [track + route.repeat(2), ["2 route points are ignored, because the file has tracks."]],
    [waypoint.repeat(2) + route, ["2 waypoints are ignored, because the file has routes."]],
    [
      waypoint + route + track,
      ["1 route point is ignored, because the file has tracks.", "1 waypoint is ignored, because the file has tracks."],
    ],
  ])("of a lesser kind are left out, with a warning: %s", (inside, expected) => {
    const { points, warnings } = readGpx(gpx(inside));
    expect(points.map(({ lon, lat }) => [lon, lat])).toEqual([[2, 1]]);
    expect(warnings).toEqual(expected);
  });

  it("are kept if their coordinates are not numbers", () => {
    const { points, warnings } = readGpx(trk('<trkpt lat="north" lon="2"/><trkpt lat="1" lon="2"/><trkpt lon="2"/>'));
    expect(points.map(({ lat }) => lat)).toEqual([Number.NaN, 1, Number.NaN]);
    expect(warnings).toEqual([
      '2 coordinates are not numbers; the points are kept, but not snapped (the first: lat is "north" at trkpt 1).',
    ]);
  });
});

describe("the fields of a GPX point", () => {
  const nothing = { time: null, accuracy: null, speed: null, course: null };
  it.each([
    ["nothing more", "", nothing],
    ["its time", "<time>2015-01-01T11:35:02Z</time>", { ...nothing, time: 1420112102 }],
    ["its time with zone and fraction", "<time>2015-01-01T12:35:02.5+01:00</time>", { ...nothing, time: 1420112102.5 }],
    ["hdop, in metres", "<hdop>4.5</hdop>", { ...nothing, accuracy: 4.5 }],
    ["GPX 1.0 course and speed", "<course>90</course><speed>13.5</speed>", { ...nothing, speed: 13.5, course: 90 }],
    [
      "Garmin's TrackPointExtension, version 2",
      "<extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>2.5</gpxtpx:speed><gpxtpx:course>10</gpxtpx:course><gpxtpx:bearing>99</gpxtpx:bearing></gpxtpx:TrackPointExtension></extensions>",
      { ...nothing, speed: 2.5, course: 10 },
    ],
    [
      "the same under another prefix",
      "<extensions><ns3:TrackPointExtension><ns3:speed>2.5</ns3:speed></ns3:TrackPointExtension></extensions>",
      { ...nothing, speed: 2.5 },
    ],
    [
      "plain extensions",
      "<extensions><speed>2.5</speed><bearing>200</bearing><accuracy>7</accuracy></extensions>",
      { ...nothing, speed: 2.5, course: 200, accuracy: 7 },
    ],
    [
      "OsmAnd's",
      "<hdop>3</hdop><extensions><osmand:speed>2.5</osmand:speed><osmand:bearing>200</osmand:bearing></extensions>",
      { time: null, accuracy: 3, speed: 2.5, course: 200 },
    ],
    [
      "OpenTracks'",
      "<extensions><gpxtpx:TrackPointExtension><opentracks:accuracy_horizontal>4</opentracks:accuracy_horizontal></gpxtpx:TrackPointExtension></extensions>",
      { ...nothing, accuracy: 4 },
    ],
    [
      "Apple's",
      "<extensions><speed>1</speed><course>5</course><hAcc>3</hAcc><vAcc>9</vAcc></extensions>",
      { ...nothing, speed: 1, course: 5, accuracy: 3 },
    ],
    [
      "My Tracks'",
      "<extensions><gpx10:speed>0.5</gpx10:speed><ogt10:accuracy>16</ogt10:accuracy><gpx10:course>114.5</gpx10:course></extensions>",
      { ...nothing, speed: 0.5, accuracy: 16, course: 114.5 },
    ],
    ["Geo Tracker's", '<extensions><geotracker:meta c="38.12" s="0.73" /></extensions>', { ...nothing, speed: 0.73, course: 38.12 }],
    [
      "an accuracy in metres before hdop, wherever it stands",
      "<hdop>2</hdop><extensions><acc>9</acc></extensions>",
      { ...nothing, accuracy: 9 },
    ],
    ["CDATA", "<time><![CDATA[2015-01-01T11:35:02Z]]></time>", { ...nothing, time: 1420112102 }],
    ["a time in an extension is not the point's", "<extensions><a:time>2015-01-01T11:35:02Z</a:time></extensions>", nothing],
    ["of two of one kind, the first", "<speed>1</speed><extensions><speed>2</speed></extensions>", { ...nothing, speed: 1 }],
  ])("are read: %s", (_, inside, expected) => {
    const { points, warnings } = readGpx(point(inside));
    expect(points[0]).toMatchObject(expected);
    expect(warnings).toEqual([]);
  });

  it("are kept under their own names", () => {
    const inside = "<ele>382.0</ele><name>007</name><extensions><gpxtpx:hr>60</gpxtpx:hr></extensions>";
    const { attributes } = readGpx(point(inside)).points[0];
    expect(Object.entries(attributes)).toEqual([
      ["lat", 45.5],
      ["lon", 7.25],
      ["ele", 382],
      ["name", "007"],
      ["gpxtpx:hr", 60],
    ]);
  });

  it("are text, even if they look like numbers, if their elements are for text", () => {
    const texts = ["name", "cmt", "desc", "src", "sym", "type", "fix"];
    const { attributes } = readGpx(point(texts.map((name) => `<${name}>3</${name}>`).join(""))).points[0];
    expect(attributes).toEqual({ lat: 45.5, lon: 7.25, ...Object.fromEntries(texts.map((name) => [name, "3"])) });
  });

  it("include hdop in the unit given by the option", () => {
    const text = point("<hdop>1.5</hdop>");
    expect(readGpx(text, { hdopScale: 5 }).points[0].accuracy).toBe(7.5);
    expect(readGpx(point("<extensions><accuracy>4</accuracy></extensions>"), { hdopScale: 5 }).points[0].accuracy).toBe(4);
  });

  it("are unknown if they make no sense, with one warning for each kind", () => {
    const inside = [
      "<speed>-1</speed><course>400</course>",
      "<speed>-1</speed><hdop>-2</hdop>",
      "<time>tomorrow</time>",
      "<speed>NaN</speed>",
      "<speed>fast</speed>",
    ];
    const { points, warnings } = readGpx(trk(inside.map((text) => `<trkpt lat="1" lon="2">${text}</trkpt>`).join("")));
    for (const one of points) expect(one).toMatchObject({ time: null, accuracy: null, speed: null, course: null });
    expect(warnings).toEqual([
      'speed: 2 values are negative and treated as unknown (the first: "-1" at trkpt 1).',
      'course: 1 value is outside 0 to 360 and treated as unknown ("400" at trkpt 1).',
      'accuracy: 1 value is negative and treated as unknown ("-2" at trkpt 2).',
      'time: 1 value is neither an ISO 8601 time nor an epoch number and treated as unknown ("tomorrow" at trkpt 3).',
      'speed: 1 value is not a finite number and treated as unknown ("fast" at trkpt 5).',
    ]);
  });
});

describe("the text of a GPX file", () => {
  const two = "<trk><name>NAME</name><trkseg><trkpt lat='1' lon='2'/></trkseg></trk>";
  const named = (name: string) => gpx(two.replace("NAME", name) + two.replace("NAME", "other"));
  const firstName = (input: string | Uint8Array) => readGpx(input).points[0].trackId;

  it.each([
    ["XML entities", "a &amp; b &lt;c&gt;", "a & b <c>"],
    ["numeric references", "Caf&#233; &#x2192; &#1052;", "Café → М"],
    ["CDATA", "<![CDATA[a & b]]>", "a & b"],
    ["a plain &", "a & b &amp; c<!-- & --> &d <![CDATA[& e]]>", "a & b & c &d & e"],
    ["both, and a comment", "a &amp;<!-- & --> b<![CDATA[ & c]]>", "a & b & c"],
    ["unknown references", "a&nbsp;b &#0;", "a&nbsp;b &#0;"],
    ["invalid characters", "a\u0007\u0007b", "a\ufffdb"],
  ])("may have %s", (_, name, expected) => {
    expect(firstName(named(name))).toBe(expected);
  });

  it("may have any number of references", () => {
    const many = readGpx(trk(`<trkpt lat="1" lon="2"><desc>${"&amp;".repeat(150_000)}</desc></trkpt>`));
    expect(many.points[0].attributes.desc).toBe("&".repeat(150_000));
  });

  it("may be in another encoding if it is declared", () => {
    const latin = named("Café").replace("UTF-8", "ISO-8859-1");
    expect(firstName(Uint8Array.from(latin, (c) => c.charCodeAt(0)))).toBe("Café");
    const wide = new Uint8Array(new Uint16Array([0xfeff, ...Array.from(named("Мост"), (c) => c.charCodeAt(0))]).buffer);
    expect(firstName(wide)).toBe("Мост");
    expect(firstName(new TextEncoder().encode(`\ufeff${named("Мост")}`))).toBe("Мост");
  });

  it.each([
    ["in the middle of a point", '<trkpt lat="3" lon="4"><ele>5'],
    ["in the middle of a reference", '<trkpt lat="3" lon="4"><name>a &am'],
    ["in the middle of a tag", '<trkpt lat="3" lon="4"><ele>5</ele></trkpt><trkpt lat="5'],
    ["in zeros", '<trkpt lat="3" lon="4"/>\0\0\0\0'],
    ["after a > in an attribute", '<trkpt lat="3" lon="4"><extensions><speed from="a > b'],
    ["in CDATA with tags", '<trkpt lat="3" lon="4"><desc><![CDATA[<b>so</b>'],
    ["in a comment with tags", '<trkpt lat="3" lon="4"/><!-- <trkpt lat="5" lon="6"/>'],
    ["after a comment with tags", '<trkpt lat="3" lon="4"/><!-- <b> --> and on'],
  ])("is read as far as possible if it breaks off %s", (_, end) => {
    const { points, warnings } = readGpx(`<gpx><trk><trkseg><trkpt lat="1" lon="2"/>${end}`);
    expect(points.map(({ lat }) => lat)).toEqual([1, 3]);
    expect(warnings).toEqual(["The GPX breaks off before its end; the points up to there are read."]);
  });
});

describe("a file that is no GPX", () => {
  it.each([
    ["empty", "", "The input is empty: it has 0 bytes and no text."],
    ["blank", " \n", "The input is empty: it has 2 bytes and no text."],
    ["binary", "<gpx>\0\0</gpx>", "The input is binary, not text; tracks are read from GPX, CSV, GeoJSON, NDJSON and execute JSON."],
    ["no XML", "lon,lat\n1,2\n", "The input is not GPX: it does not begin with an XML element."],
    [
      "other XML",
      '<?xml version="1.0"?><!-- c --><osm version="0.6"></osm>',
      "The XML is not GPX: it has the root element <osm>; a GPX file has <gpx>.",
    ],
    ["a comment alone", "<!-- <gpx></gpx> -->", "The XML is not GPX: it has no element; a GPX file has <gpx>."],
    ["a web page", "<!DOCTYPE html><html></html>", "The XML is not GPX: it has the root element <html>; a GPX file has <gpx>."],
    [
      "nested entities",
      '<!DOCTYPE gpx [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><gpx><trk><name>&b;</name></trk></gpx>',
      "The GPX has a document type (<!DOCTYPE …>), which no GPX needs; it is refused because it may hide an attack.",
    ],
    ["GPX without points", gpx(""), "The GPX has no points: no trkpt, no rtept and no wpt."],
    ["GPX without anything", "<gpx/>", "The GPX has no points: no trkpt, no rtept and no wpt."],
    [
      "broken XML",
      "<gpx>\n<trk><trkseg><trkpt lat='1' lon='2'><ele></trkpt></trkseg></trk></gpx>",
      "The GPX is broken XML at line 2, column 49: there is another closing tag where </ele> is expected.",
    ],
    [
      "a < in an attribute",
      '<gpx><trk><link href="a<b"/></trk></gpx>',
      "The GPX is broken XML at line 1, column 24: an attribute has a <, which must be written &lt;.",
    ],
    ["text after the end", "<gpx></gpx> x </gpx>", "The GPX is broken XML at line 1, column 15: text data outside of root node."],
    [
      "a comment without end",
      '<gpx><trk><trkseg><!-- <trkpt lat="1" lon="2"/></trkseg></trk></gpx>',
      "The GPX is broken XML: a quote, a comment or CDATA in it has no end.",
    ],
    [
      "a comment after the end that has none itself",
      '<gpx><wpt lat="1" lon="2"/></gpx><!-- open',
      "The GPX is broken XML at line 1, column 42: unexpected end.",
    ],
    ["unended declaration", '<?xml version="1.0"><gpx></gpx>', "The GPX is broken XML at line 1, column 20: whitespace required."],
    [
      "an unended attribute in a file that breaks off",
      '<gpx><trk><trkpt lat="1 lon="2"></trk>',
      "The GPX is broken XML at line 1, column 30: disallowed character in attribute name.",
    ],
    [
      "in an unknown encoding",
      '<?xml version="1.0" encoding="klingon"?><gpx/>',
      'The file declares the encoding "klingon", which cannot be read here; save it as UTF-8.',
    ],
  ])("gives an error: %s", (_, text, message) => {
    const error = caught(() => readGpx(new TextEncoder().encode(text)));
    expect([error.code, error.message]).toEqual(["bad-input", message]);
  });

  it("gives an error if it is nested too deep", () => {
    const deep = point(`${"<a>".repeat(200)}${"</a>".repeat(200)}`);
    const error = caught(() => readGpx(deep));
    expect([error.code, error.message]).toEqual(["limit", "The GPX is nested deeper than 100 elements, the most that is read."]);
  });

  it.each([
    ["brackets", "<".repeat(600_000)],
    ["an open quote", `<trk a="${" ".repeat(600_000)}`],
    ["blanks in a tag", `<trk ${" ".repeat(600_000)}>`],
    ["comments", "<!-- ".repeat(300_000)],
    ["zeros", "\0".repeat(600_000)],
    ["ampersands", "&".repeat(600_000)],
    ["unknown references", "&nbsp;".repeat(150_000)],
    ["references to invalid characters", "&#0;".repeat(150_000)],
  ])("that is a pile of %s gives an error as fast as any other file", { tags: "long" }, (_, text) => {
    // Work that is quadratic would take longer than a test may.
    expect(caught(() => readGpx(`<gpx>${text}x</gpx>`))).toBeInstanceOf(SnapError);
  });

  it("gives an error if it is too big or too long", () => {
    const text = trk('<trkpt lat="1" lon="2"/>'.repeat(3));
    expect(caught(() => readGpx(text, { maxPoints: 2 })).message).toBe("The input has more than 2 points, the most that maxPoints allows.");
    expect(caught(() => readGpx(text, { maxBytes: 10 })).message).toBe(`The input has ${text.length} bytes; maxBytes allows 10.`);
  });

  it("gives no other error than SnapError, whichever byte is wrong", () => {
    const whole = point("<ele>1</ele><extensions><a:b c='d'>e</a:b></extensions>");
    for (let i = 0; i < whole.length; i++) {
      for (const wrong of ["<", ">", "&", '"', "\0", ""]) {
        try {
          readGpx(whole.slice(0, i) + wrong + whole.slice(i + 1));
        } catch (error) {
          expect(error).toBeInstanceOf(SnapError);
        }
      }
    }
  });
});
