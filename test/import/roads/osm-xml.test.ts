// OSM XML: what is read, in which forms, and what is refused.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readOsm } from "../../../src/import/roads/osm.js";
import { readOsmXml } from "../../../src/import/roads/osm-xml.js";
import { buildRoadsWithReport } from "../../../src/roads/build.js";
import { type PbfWay, writePbf } from "../../helpers/pbf-writer.js";
import { dump, trouble } from "../../helpers/road-source.js";
import { runs } from "../../helpers/runs.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readOsm(bytes(text));
const osm = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6">\n${inside}\n</osm>\n`;

const NODES = `<node id="1" lat="43.7" lon="7.4"/>
  <node id="2" lat="43.71" lon="7.41"><tag k="barrier" v="gate"/></node>
  <node id="3" lat="43.72" lon="7.42" version="1"></node>
  <node id="4" lat="0" lon="0"><tag k="barrier" v="bollard"/></node>`;
const WAYS = `<way id="10"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/><tag k="name" v="Rue &amp; &quot;Route&quot; d&apos;&#201;t&#xE9;"/></way>
  <way id="11"><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/></way>
  <way id="12"><nd ref="3"/><nd ref="4"/><tag k="building" v="yes"/></way>`;
const RELATION = `<relation id="5"><member type="way" ref="10" role="from"/><member type="node" ref="2" role="via"/>
  <member type="way" ref="11" role="to"/><tag k="type" v="restriction"/><tag k="restriction" v="no_left_turn"/></relation>`;
const TOWN = osm(`<bounds minlat="43" minlon="7" maxlat="44" maxlon="8"/>${NODES}${WAYS}${RELATION}`);

describe("reading OSM XML", () => {
  it("gives the roads, their nodes, barriers and turn restrictions", async () => {
    const { nodes, ways, restrictions, barriers, dropped } = dump(await read(TOWN));
    expect(nodes).toEqual([
      [1, 74000000, 437000000],
      [2, 74100000, 437100000],
      [3, 74200000, 437200000],
    ]);
    expect(ways).toMatchObject([
      { id: 10, nodes: [1, 2], name: `Rue & "Route" d'Été` },
      { id: 11, nodes: [2, 3], name: "" },
    ]);
    expect(restrictions).toEqual([{ id: 5, only: false, from: [10], to: [11], via: { node: 2 }, modes: 11 }]);
    expect(barriers).toEqual([{ node: 2, access: 15, flags: 256 }]);
    expect(dropped).toEqual({});
  });

  it.each([
    ["the elements in another order", osm(`${RELATION}${WAYS}${NODES}`)],
    ["single quotes and odd spacing", TOWN.replace(/(\w+)="([^"]*)"/g, "$1 = '$2' ").replace("&quot;Route&quot;", '"Route"')],
    ["a byte-order mark and comments", `\ufeff${TOWN.replace("<bounds", "<!-- a > b < c --><?note x?><bounds")}<!-- end -->`],
    ["everything on one line", TOWN.replaceAll("\n", "")],
    ["attributes of editors", TOWN.replaceAll('<way id="', '<way user="a&gt;b" version="3" timestamp="2020-01-01T00:00:00Z" id="')],
    ["CRLF", TOWN.replaceAll("\n", "\r\n")],
  ])("gives the same with %s", async (_, text) => expect(dump(await read(text))).toEqual(dump(await read(TOWN))));

  it("gives the same however the bytes are divided", async () => {
    const whole = bytes(TOWN);
    const expected = dump(await read(TOWN));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(whole.length)), async (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), whole.length];
        async function* pieces() {
          for (let i = 1; i < places.length; i++) yield whole.subarray(places[i - 1], places[i]);
        }
        expect(dump(await readOsmXml(pieces()))).toEqual(expected);
      }),
      { numRuns: runs(50) },
    );
  });

  it("gives the same as PBF", async () => {
    const nodes = [
      { id: 1, lon: 7.4, lat: 43.7 },
      { id: 2, lon: 7.41, lat: 43.71, tags: { barrier: "gate" } },
      { id: 3, lon: 7.42, lat: 43.72 },
    ];
    const ways: PbfWay[] = [
      { id: 10, refs: [1, 2], tags: { highway: "primary", name: `Rue & "Route" d'Été` } },
      { id: 11, refs: [2, 3], tags: { highway: "residential" } },
    ];
    const members = [
      { type: "way" as const, ref: 10, role: "from" },
      { type: "node" as const, ref: 2, role: "via" },
      { type: "way" as const, ref: 11, role: "to" },
    ];
    const relations = [{ id: 5, tags: { type: "restriction", restriction: "no_left_turn" }, members }];
    expect(dump(await readOsm(writePbf({ nodes, ways, relations })))).toEqual(dump(await read(TOWN)));
  });

  it("leaves out what an editor or a history file marks as deleted", async () => {
    const text = osm(`${NODES}<way id="1" action="delete"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way>
      <way id="2" visible="false"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way>
      <way id="-3" action="modify"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way>`);
    expect((await read(text)).ways.map((way) => way.id)).toEqual([-3]);
  });

  it("uses the last version of a history file, in which versions are consecutive", async () => {
    const node = (id: number, version: number, lon: number, inside = "") =>
      `<node id="${id}" version="${version}" visible="true" lat="43" lon="${lon}">${inside}</node>`;
    const way = (id: number, version: number, key: string, refs: number[], visible = true) =>
      `<way id="${id}" version="${version}" visible="${visible}">${refs.map((ref) => `<nd ref="${ref}"/>`).join("")}<tag k="${key}" v="primary"/></way>`;
    const relation = (version: number, visible: boolean) => RELATION.replace("id=", `version="${version}" visible="${visible}" id=`);
    const text = osm(`${node(1, 1, 7)}${node(1, 9, 8)}${node(1, 10, 9)}${node(2, 1, 7, '<tag k="barrier" v="gate"/>')}${node(2, 2, 7)}
      ${node(3, 1, 7)}<node id="3" version="2" visible="false"/>
      ${way(10, 1, "highway", [1, 2, 3])}${way(10, 2, "highway", [1, 2])}
      ${way(11, 1, "highway", [1, 2])}${way(11, 2, "highway", [], false)}
      ${way(12, 1, "highway", [1, 2])}${way(12, 2, "building", [1, 2])}
      ${way(13, 1, "highway", [1, 2])}${way(13, 2, "highway", [], false)}${way(13, 3, "highway", [2, 1, 3])}
      ${relation(1, true)}${relation(2, false)}`);
    const { nodes, ways, restrictions, barriers } = dump(await read(text));
    expect(nodes).toEqual([
      [1, 90000000, 430000000],
      [2, 70000000, 430000000],
    ]);
    expect(ways.map((kept) => [kept.id, ...kept.nodes])).toEqual([
      [10, 1, 2],
      [13, 2, 1, 3],
    ]);
    expect([restrictions, barriers]).toEqual([[], []]);
  });

  it("accepts the same element repeated, whatever its version", async () => {
    expect(dump(await read(osm(`${NODES}${NODES}${WAYS}${RELATION}`))).ways).toEqual(dump(await read(TOWN)).ways);
  });

  it("uses the positions that exist if a way leaves the requested area (Overpass, out geom with a box)", async () => {
    const text = osm(
      `<way id="1"><nd ref="6"/><nd ref="7" lat="43.5" lon="7.5"/><nd ref="8" lat="43.6" lon="7.6"/><nd ref="9" lat="" lon=""/><tag k="highway" v="primary"/></way>`,
    );
    const { nodes, ways } = dump(await read(text));
    expect(nodes.map(([id]) => id)).toEqual([7, 8]);
    expect(ways[0].nodes).toEqual([6, 7, 8, 9]);
  });

  it("keeps both parts of a way that leaves that area and returns", async () => {
    const at = (ref: number) => `<nd ref="${ref}" lat="43.${ref}" lon="7.5"/>`;
    const text = osm(`<way id="1">${at(5)}${at(6)}<nd ref="7"/>${at(8)}${at(9)}<nd ref="10"/><tag k="highway" v="primary"/></way>`);
    const { roads, report } = buildRoadsWithReport(await read(text));
    const ends = Array.from({ length: roads.edgeCount }, (_, edge) => roads.arcCoordinates(2 * edge).map(([, lat]) => lat));
    expect(ends).toEqual([
      [43.5, 43.6],
      [43.8, 43.9],
    ]);
    expect(report.dropped).toEqual({ "way cut by the extract's border": 1, "missing node": 2 });
  });

  it("uses positions in the ways (Overpass, out geom)", async () => {
    const text = osm(
      `<way id="1"><nd ref="7" lat="43.5" lon="7.5"/><nd ref="8" lat="43.6" lon="7.6"/><tag k="highway" v="primary"/></way>`,
    );
    expect(dump(await read(text)).nodes).toEqual([
      [7, 75000000, 435000000],
      [8, 76000000, 436000000],
    ]);
  });

  it("counts nodes without a position, or outside the world, as missing", async () => {
    const text = osm(
      `<node id="1"/><node id="2" lat="91" lon="0"/><node id="3" lat="x" lon="0"/>${"<way id='1'><nd ref='1'/><nd ref='2'/><tag k='highway' v='path'/></way>"}`,
    );
    const { nodeCount, dropped } = await read(text);
    expect([nodeCount, dropped]).toEqual([0, { "node without a position": 2, "node outside the world": 1 }]);
  });

  it("takes a closed pier for an area, and an open one for a way", async () => {
    const pier = (id: number, refs: number[], more = "") =>
      `<way id="${id}">${refs.map((ref) => `<nd ref="${ref}"/>`).join("")}<tag k="man_made" v="pier"/>${more}</way>`;
    const text = osm(
      NODES +
        pier(1, [1, 2, 3, 1]) +
        pier(2, [1, 2, 3]) +
        pier(3, [1, 2, 3, 1], '<tag k="highway" v="footway"/>') +
        pier(4, [1, 2, 1], '<tag k="area" v="no"/>'),
    );
    const { ways, dropped } = dump(await read(text));
    expect([ways.map(({ id }) => id), dropped]).toEqual([[2, 3, 4], { area: 1 }]);
  });

  it("counts a remark that the file is incomplete", async () => {
    const text = osm(`${NODES}<remark> runtime error: Query timed out </remark>`);
    expect((await read(text)).dropped).toEqual({ "remark: the file says that it may be incomplete": 1 });
  });

  it("is not confused by keys that have a meaning in JavaScript", async () => {
    const text = osm(
      `${NODES}<way id="1"><nd ref="1"/><nd ref="2"/><tag k="__proto__" v="x"/><tag k="highway" v="path"/><tag k="name" v="constructor"/></way>`,
    );
    expect((await read(text)).ways).toMatchObject([{ id: 1, name: "constructor" }]);
  });
});

describe("an OSM XML is refused, with an error of one sentence, for", () => {
  const way = (inside: string) => osm(`<way id="1">${inside}<tag k="highway" v="path"/></way>`);
  it.each([
    ["GPX", `<?xml version="1.0"?><gpx version="1.1"></gpx>`, /GPX track, not a map: its root element is <gpx>/],
    ["a change file", `<osmChange version="0.6"></osmChange>`, /change file, not a map: its root element is <osmChange>/],
    ["other XML", `<svg xmlns="http://www.w3.org/2000/svg"/>`, /not OSM data: its root element is <svg>; it must be <osm>\.$/],
    [
      "an element not closed",
      `<osm><way id="1"></osm>`,
      /^The OSM file is broken XML at line 1, column 23: there is another closing tag where <\/way> is expected\.$/,
    ],
    ["an attribute without quotes", `<osm><way id=1/></osm>`, /broken XML at line 1, column 14: unquoted attribute value\./],
    ["a bare <", `<osm> 1 < 2 </osm>`, /broken XML at line 1, column 10: disallowed character in tag name\.$/],
    ["two roots", `<osm/><osm/>`, /documents may contain only one root/],
    ["text after the root", `<osm/>x`, /text data outside of root/],
    ["cut short", TOWN.slice(0, 300), /cut short: it ends after \d+ characters with <\w+> not closed/],
    ["a declaration alone", `<?xml version="1.0"?>`, /broken XML at line 1, column 21: document must contain a root element/],
    ["a document type", `<!DOCTYPE osm [<!ENTITY a "aaaaaaaa">]><osm/>`, /document type \(<!DOCTYPE …>\)/],
    ["an id that is not a number", osm(`<node id="x1" lat="1" lon="1"/>`), /the id of a node is "x1"; it must be a whole number/],
    ["an id that is missing", osm(`<node lat="1" lon="1"/>`), /the id of a node is missing/],
    [
      "an id too large to hold",
      osm(`<node id="99999999999999999999" lat="1" lon="1"/>`),
      /must be within ±2\^53, so the file has to be renumbered/,
    ],
    ["a reference that is not a number", way(`<nd ref="1.5"/>`), /the ref of way 1 is "1.5"/],
    ["a reference that is missing", way("<nd/>"), /the ref of way 1 is missing/],
    ["an unknown encoding", `<?xml version="1.0" encoding="klingon"?><osm/>`, /encoding "klingon", which is not known/],
  ])("%s", async (_, text, sentence) => {
    const { code, message } = await trouble(read(text));
    expect([code, message]).toEqual(["bad-input", expect.stringMatching(sentence)]);
  });

  it("bytes that are not UTF-8, unless another encoding is declared", async () => {
    const latin = (head: string) => Uint8Array.from(`${head}<osm><note text="é"/></osm>`, (c) => c.charCodeAt(0));
    expect((await trouble(readOsm(latin("")))).message).toMatch(/not valid utf-8 text/);
    expect((await readOsm(latin('<?xml version="1.0" encoding="ISO-8859-1"?>'))).ways).toEqual([]);
  });

  it.each([
    ["a tag without end", `<osm a="${"x".repeat(20_000_000)}`, "limit"],
    ["a comment without end", `<osm><!--${"x".repeat(20_000_000)}`, "limit"],
    ["nested elements", `<osm>${"<a>".repeat(1000)}`, "limit"],
    ["a tag of a million attributes", `<osm ${'a="1" '.repeat(300_000)}></osm>`, "bad-input"],
    ["an element without end", `<osm><way id="1">${'<nd ref="123456789"/>'.repeat(900_000)}`, "limit"],
  ])("%s, before it fills the memory", { tags: "long" }, async (_, text, code) => expect((await trouble(read(text))).code).toBe(code));

  it("too much memory only because of its roads: nothing else of the file is kept", { tags: "long" }, async () => {
    const way = (id: number) =>
      `<way id="${id}"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="name" v="Street number ${id}"/><tag k="note" v="${"x".repeat(10_000)}"/></way>`;
    const text = `<osm>${Array.from({ length: 1000 }, (_, i) => way(i + 1)).join("")}</osm>`;
    setFlagsFromString("--expose-gc");
    const heapUsed = () => {
      runInNewContext("gc")();
      return process.memoryUsage().heapUsed;
    };
    const before = heapUsed();
    const source = await read(text);
    expect(heapUsed() - before).toBeLessThan(text.length / 2);
    expect(source.way(999).name).toBe("Street number 1000");
  });

  it("any byte changed, or any cut, gives an error of one sentence or a file", async () => {
    const whole = bytes(TOWN);
    const outcomes: boolean[] = [];
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), async (at, byte, cut) => {
        const bad = cut ? whole.slice(0, at) : whole.slice();
        if (!cut) bad[at] = byte;
        const isRead = await readOsm(bad).then(
          () => true,
          (error) => trouble(Promise.reject(error)).then(() => false),
        );
        outcomes.push(isRead);
      }),
      { numRuns: runs(500) },
    );
    expect(new Set(outcomes)).toEqual(new Set([true, false]));
  });
});
