// GeoJSON roads: which lines are roads, which coordinates are the same node, and what is refused.
import { describe, expect, it } from "vitest";
import { contentOf } from "../../../src/import/content.js";
import { readGeoJsonRoads } from "../../../src/import/roads/geojson-roads.js";
import { Access, Flag } from "../../../src/roads/attributes.js";
import { buildRoads } from "../../../src/roads/build.js";
import { mergeSources } from "../../../src/roads/merge.js";
import { dump } from "../../helpers/road-source.js";
import { caught } from "../caught.js";
import { A, B, C, collection, D, line, type Position, read } from "./geojson.js";

const E: Position = [7.001, 42.999];

describe("the ways read", () => {
  it("are one for each line, with the properties as tags", () => {
    const { nodes, ways } = read(
      collection(line([A, B, C], { highway: "primary", oneway: true, maxspeed: 50, name: "Rue", "@id": "way/42", width: null })),
    );
    expect(nodes).toEqual([
      [-3, 70000000, 430000000],
      [-2, 70010000, 430000000],
      [-1, 70020000, 430000000],
    ]);
    expect(ways).toMatchObject([{ id: 42, nodes: [-3, -2, -1], name: "Rue", forward: 15, backward: 4, speedForward: 500 }]);
  });

  it.each<[string, Record<string, unknown>]>([
    ["an object", { tags: { highway: "primary", oneway: "yes", maxspeed: "50" }, oneway: null }],
    ["an object as JSON text", { highway: "primary", all_tags: '{"oneway":"yes","maxspeed":"50"}' }],
    ["pairs", { highway: "primary", other_tags: '"oneway"=>"yes","maxspeed"=>"50", "note"=>"say \\"hi\\", => that","lit"=>NULL' }],
    [
      "pairs in quotes, but the value of a column takes precedence",
      { highway: "primary", oneway: "yes", other_tags: '"maxspeed"=>"50","highway"=>"path"' },
    ],
    ["pairs after an extra quote", { highway: "primary", other_tags: '"note"=>"5" wide","oneway"=>"yes","maxspeed"=>"50"' }],
    ["pairs, and empty columns", { highway: "primary", oneway: "", other_tags: '"oneway" => "yes","maxspeed"=>"50"' }],
    ["the first of a list", { highway: ["primary", "path"], oneway: true, maxspeed: ["50", "30"] }],
    ["the text of a list", { highway: "['primary', 'path']", oneway: true, maxspeed: '["50","30"]' }],
  ])("have the tags that a converter wrote as %s", (_, properties) => {
    const tagged = line([A, B], { highway: "primary", oneway: "yes", maxspeed: "50" });
    expect(read(collection(line([A, B], properties)))).toEqual(read(collection(tagged)));
  });

  it("have no tags from something like pairs that is broken", () => {
    for (const tags of ['{"highway":', "[1]", '"highway"=>', 7, null, [["highway", "path"]]]) {
      expect(() => read(collection(line([A, B], { tags, other_tags: tags })))).toThrow(/none of its 1 lines has a "highway"/);
    }
  });

  it.each([
    ["quotes that never end", `"${'\\"'.repeat(400_000)}`],
    ["keys alone", '"oneway"'.repeat(200_000)],
    ["blanks", `"oneway"${" ".repeat(2_000_000)}`],
    ["arrows", '"a"=>'.repeat(200_000)],
    ["one value that is very long", `"note"=>"${"x".repeat(20_000_000)}"`],
  ])("are read quickly from broken pairs made of %s", { tags: "long" }, (_, other_tags) => {
    // Whatever is quadratic takes longer than a test may.
    expect(read(collection(line([A, B], { highway: "primary", other_tags })))).toEqual(
      read(collection(line([A, B], { highway: "primary" }))),
    );
  });

  it.each<[string, unknown, number]>([
    ["@id", line([A, B], { highway: "path", "@id": "way/7", id: 1 }), 7],
    ["osm_id", line([A, B], { highway: "path", osm_id: "8" }), 8],
    ["osm_way_id", line([A, B], { highway: "path", osm_way_id: 9 }), 9],
    ["osmid", line([A, B], { highway: "path", osmid: 12 }), 12],
    ["the first of a list", line([A, B], { highway: "path", osmid: [13, 14] }), 13],
    ["the text of a list", line([A, B], { highway: "path", osmid: "[15, 16]" }), 15],
    ["id", line([A, B], { highway: "path", id: "-10" }), -10],
    ["the feature's id", line([A, B], { highway: "path" }, { id: "way/11" }), 11],
    ["the place in the file", line([A, B], { highway: "path", id: "eleven" }, { id: "x" }), 2],
  ])("have the id of %s", (_, feature, id) => expect(read(collection(line([C, D]), feature)).ways[1].id).toBe(id));

  it.each([
    ["a feature alone", JSON.stringify(line([A, B]))],
    [
      "coordinates with heights",
      collection(
        line([
          [7, 43, 5],
          [7.001, 43, 6],
        ]),
      ),
    ],
    ["a byte-order mark", `\ufeff${collection(line([A, B]))}`],
    [
      "a collection of geometries",
      collection({ ...line([]), geometry: { type: "GeometryCollection", geometries: [line([A, B]).geometry] } }),
    ],
  ])("are the same from %s", (_, text) => expect(read(text)).toEqual(read(collection(line([A, B])))));

  it("are the same from bytes, a parsed object and text", () => {
    const text = collection(line([A, B]));
    expect(dump(readGeoJsonRoads(new TextEncoder().encode(text)))).toEqual(read(text));
    expect(dump(readGeoJsonRoads(JSON.parse(text)))).toEqual(read(text));
    // An object literal in the call, which must satisfy the types.
    const written = readGeoJsonRoads({ type: "Feature", properties: { highway: "residential" }, geometry: line([A, B]).geometry });
    expect(written.wayCount).toBe(1);
  });

  it("have the same id for all lines of a MultiLineString", () => {
    const feature = {
      ...line([]),
      id: 5,
      geometry: {
        type: "MultiLineString",
        coordinates: [
          [A, B],
          [C, D],
        ],
      },
    };
    expect(read(collection(feature)).ways).toMatchObject([
      { id: 5, nodes: [-4, -3] },
      { id: 5, nodes: [-2, -1] },
    ]);
  });

  it("understand the letters of shape files and the booleans of Python", () => {
    const flagsOf = (properties: Record<string, unknown>) => {
      const [{ flags, forward, backward }] = read(collection(line([A, B], { highway: "primary", ...properties }))).ways;
      return [forward & 1, backward & 1, (flags & Flag.bridge) > 0, (flags & Flag.tunnel) > 0];
    };
    expect(flagsOf({ oneway: "True", bridge: "False" })).toEqual([1, 0, false, false]);
    expect(flagsOf({ oneway: "F", bridge: "F", tunnel: "T" })).toEqual([1, 0, false, true]);
    expect(flagsOf({ oneway: "T", bridge: "T", tunnel: "F" })).toEqual([0, 1, true, false]);
    expect(flagsOf({ oneway: "B" })).toEqual([1, 1, false, false]);
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["Geofabrik's classes", { fclass: "motorway_link", oneway: "F" }, { highway: "motorway_link", oneway: "yes" }],
    ["Geofabrik's track classes", { fclass: "track_grade3", maxspeed: 0 }, { highway: "track" }],
    ["Geofabrik's unknown class", { fclass: "unknown", code: 5199 }, { highway: "road" }],
    [
      "columns in capitals",
      { FCLASS: "primary", ONEWAY: "TF", NAME: "High Street" },
      { highway: "primary", oneway: "-1", name: "High Street" },
    ],
    [
      "columns in capitals next to one in small letters",
      { highway: "primary", name: "High Street", NAME: "HIGH ST" },
      { highway: "primary", name: "High Street" },
    ],
    [
      "Overture's classes and names",
      { subtype: "road", class: "residential", names: { primary: "Rue A" } },
      { highway: "residential", name: "Rue A" },
    ],
    ["Overture's links", { subtype: "road", class: "primary", subclass: "link" }, { highway: "primary_link" }],
    ["Overture's unknown class", { subtype: "road", class: "unknown" }, { highway: "road" }],
    [
      "Overture's one-way streets, limits and bridges, with null for what is unknown",
      {
        subtype: "road",
        class: "secondary",
        access_restrictions: [{ access_type: "denied", when: { heading: "backward", mode: null }, between: null }],
        speed_limits: [{ max_speed: { value: 30, unit: "mph" }, when: null }],
        road_flags: [{ values: ["is_bridge"] }],
      },
      { highway: "secondary", oneway: "yes", maxspeed: "30 mph", bridge: "yes" },
    ],
    [
      "Overture's lists as JSON text",
      {
        subtype: "road",
        class: "secondary",
        names: '{"primary": "Rue B"}',
        access_restrictions: '[{"access_type": "denied", "when": {"heading": "forward"}}]',
      },
      { highway: "secondary", oneway: "-1", name: "Rue B" },
    ],
    [
      "Overture's rules, but not those for a part of the road, for some, or at times",
      {
        subtype: "road",
        class: "secondary",
        access_restrictions: [
          { access_type: "denied", when: { heading: "backward" }, between: [0, 0.5] },
          { access_type: "denied", when: { during: "Mo-Fr" } },
          { access_type: "denied", when: { using: ["as_private"] } },
          { access_type: "denied", when: { vehicle: [{ dimension: "height", comparison: "greater_than", value: 3 }] } },
        ],
        speed_limits: [{ max_speed: { value: 30, unit: "km/h" }, when: { during: "22:00-06:00" } }],
      },
      { highway: "secondary" },
    ],
    [
      "Overture's access rules by mode and purpose",
      {
        subtype: "road",
        class: "service",
        access_restrictions: [
          { access_type: "denied" },
          { access_type: "allowed", when: { mode: ["foot"] } },
          { access_type: "allowed", when: { mode: ["car", "truck"], using: ["to_deliver"], recognized: ["as_private"] } },
          { access_type: "designated", when: { mode: ["bicycle"], heading: "forward" } },
        ],
      },
      {
        highway: "service",
        access: "no",
        foot: "yes",
        motorcar: "delivery;private",
        hgv: "delivery;private",
        "bicycle:forward": "designated",
      },
    ],
    [
      "Overture's one-way streets with a lane against them, limits by direction, surfaces, and links by a flag",
      {
        subtype: "road",
        class: "secondary",
        access_restrictions: [
          { access_type: "denied", when: { heading: "backward" } },
          { access_type: "allowed", when: { heading: "backward", mode: ["bicycle"] } },
          { access_type: "denied", when: { heading: "backward", mode: ["hgv"] } },
        ],
        speed_limits: [{ max_speed: { value: 60, unit: "km/h" }, when: { heading: "forward" } }],
        road_surface: [{ value: "gravel" }],
        road_flags: [{ values: ["is_link"] }],
      },
      {
        highway: "secondary_link",
        oneway: "yes",
        "bicycle:backward": "yes",
        "hgv:backward": "no",
        "maxspeed:forward": "60",
        surface: "gravel",
      },
    ],
    [
      "columns with some capitals",
      { highway: "residential", Name: "Rue C", OneWay: "TF" },
      { highway: "residential", name: "Rue C", oneway: "-1" },
    ],
    [
      "columns with some capitals, for closed roads",
      { subtype: "road", class: "service", access_restrictions: [{ access_type: "denied" }] },
      { highway: "service", access: "no" },
    ],
    [
      "columns with some capitals, for parking aisles",
      { subtype: "road", class: "service", subclass: "parking_aisle" },
      { highway: "service", service: "parking_aisle" },
    ],
  ])("understand the columns of other map makers: %s", (_, properties, asOsm) => {
    expect(read(collection(line([A, B], properties)))).toEqual(read(collection(line([A, B], asOsm))));
  });

  it("exclude segments of Overture that are not roads", () => {
    const text = collection(line([A, B]), line([B, C], { subtype: "rail", class: "tram" }));
    expect(read(text).dropped).toEqual({ "line without highway": 1 });
  });

  it("may be one feature a line, or one after each record separator", () => {
    const features = [line([A, B]), line([B, C], { highway: "primary" })];
    const lines = features.map((feature) => JSON.stringify(feature));
    expect(read(lines.join("\n"))).toEqual(read(collection(...features)));
    expect(read(`${lines.join("\r\n\r\n")}\r\n`)).toEqual(read(collection(...features)));
    expect(read(`\ufeff${lines.join("\n")}`)).toEqual(read(collection(...features)));
    const separated = features.map((feature) => `\x1e${JSON.stringify(feature, null, 1)}\n`).join("");
    expect(read(separated)).toEqual(read(collection(...features)));
    expect(contentOf(new TextEncoder().encode(separated))).toBe("json");
  });

  it("share no nodes with another file, nor with OSM", () => {
    const [one, other] = [
      [A, B],
      [C, D],
    ].map((places) => readGeoJsonRoads(collection(line(places, { highway: "primary" }))));
    const roads = buildRoads(mergeSources([one, other]));
    expect([roads.edgeCount, roads.nodeCount]).toEqual([2, 4]);
  });

  it("keep brackets in a name", () => {
    expect(read(collection(line([A, B], { highway: "path", name: "[closed] Lane" }))).ways[0].name).toBe("[closed] Lane");
  });

  it("can be restricted to those for some modes", () => {
    const text = collection(line([A, B], { highway: "footway" }), line([B, C]));
    const { ways, dropped } = read(text, { modes: ["driving"] });
    expect([ways.length, dropped]).toEqual([1, { "road for other modes": 1 }]);
    expect(read(text, { modes: ["driving", "walking"] }).ways).toHaveLength(2);
  });

  it("exclude other lines and features, which are counted", () => {
    const point = { type: "Feature", properties: {}, geometry: { type: "Point", coordinates: A } };
    const text = collection(
      line([A, B]),
      point,
      point,
      { type: "Feature", geometry: null },
      line([A, B], { highway: "proposed" }),
      line([C, D], {}),
    );
    expect(read(text).dropped).toEqual({
      "Point, which is no line": 2,
      "feature without geometry": 1,
      "line without highway": 1,
      proposed: 1,
    });
    expect(read(text, { highway: "unclassified" }).ways).toHaveLength(2);
  });
});

describe("Overture's roads that do not exist yet", () => {
  it.each(["is_under_construction", "is_abandoned"])("are left out: %s", (flag) => {
    const road = { subtype: "road", class: "secondary", road_flags: [{ values: [flag] }] };
    expect(read(collection(line([A, B]), line([B, C], road))).ways).toHaveLength(1);
  });
});

describe("columns named by the option columns", () => {
  const city = { FULLNAME: "N Main St", TRAFDIR: "TF", POSTED_SPE: 35, name: "ignored" };
  const columns = { name: "FULLNAME", oneway: "TRAFDIR", maxspeed_mph: "POSTED_SPE" };

  it("are read as the tags that they are assigned to", () => {
    const given = readGeoJsonRoads(collection(line([A, B], city)), { highway: "residential", columns });
    const asOsm = { highway: "residential", name: "N Main St", oneway: "-1", maxspeed: "35 mph" };
    expect(given.ways).toEqual(readGeoJsonRoads(collection(line([A, B], asOsm))).ways);
  });

  it.each([
    [35, "35 mph"],
    ["35 mph", "35 mph"],
    ["35 MPH", "35 mph"],
    ["50 km/h", "50"],
  ])("leave a limit the unit that it has: %s in miles per hour", (POSTED, maxspeed) => {
    const given = readGeoJsonRoads(collection(line([A, B], { highway: "primary", POSTED })), { columns: { maxspeed_mph: "POSTED" } });
    expect(given.ways).toEqual(readGeoJsonRoads(collection(line([A, B], { highway: "primary", maxspeed }))).ways);
  });

  it("give a warning where some lines have no id, because their places in the file may be ids of others", () => {
    const dropped = (...given: unknown[]) => {
      const lines = given.map((SEGID) => line([A, B], { highway: "primary", SEGID }));
      return readGeoJsonRoads(collection(...lines), { columns: { id: "SEGID" } }).dropped;
    };
    expect(dropped(2, null, "")).toEqual({ "line without an id: it has its place in the file": 2 });
    expect(dropped(1, 2, 3)).toEqual({});
    expect(dropped(null, null)).toEqual({});
  });

  it("may be the id of a way, a whole number, and take precedence over known columns", () => {
    const ids = (...given: unknown[]) => {
      const lines = given.map((SEGID) => line([A, B], { highway: "primary", id: 5, SEGID }));
      return readGeoJsonRoads(collection(...lines), { columns: { id: "SEGID" } }).ways.map(({ id }) => id);
    };
    expect(ids(100_002, "100001", null)).toEqual([100_002, 100_001, 5]);
    expect(() => ids(1, "{AB-1}")).toThrow(
      'Feature 2 of the GeoJSON has "{AB-1}" in "SEGID", which the option columns (id=…) names as the id; a way\'s id must be a whole number.',
    );
    expect(() => ids(1.5)).toThrow('Feature 1 of the GeoJSON has 1.5 in "SEGID"');
  });

  it("give a warning with the first five unknown words for one-way streets in each", () => {
    const lines = (words: string[]) => words.map((oneway) => line([A, B], { highway: "primary", oneway }));
    const { dropped } = read(collection(...lines(["yes", "H", "With", "With", "a", "b", "c", "d", "e", "f"])));
    expect(Object.entries(dropped).filter(([reason]) => reason.startsWith("oneway"))).toEqual([
      ['oneway that is not known, "With": both ways', 2],
      ...["a", "b", "c", "d"].map((word) => [`oneway that is not known, "${word}": both ways`, 1]),
      ["oneway that is not known, others: both ways", 2],
    ]);
  });

  it.each<[object, string]>([
    [{ name: "FULNAME" }, 'The option columns names "FULNAME", but no feature has such a property.'],
    [{ name: 7 }, "The option columns.name is 7; it must be the name of a property."],
    [["FULLNAME"], "The option columns is a list of 1; it must be an object with the name of a property for each tag."],
  ])("are refused as %j", (wrong, sentence) => {
    const options = { highway: "residential", columns: wrong as Record<string, string> };
    expect(() => readGeoJsonRoads(collection(line([A, B], city)), options)).toThrow(sentence);
  });
});

describe("a street drawn once for each direction", () => {
  const graph = (...lines: unknown[]) => buildRoads(readGeoJsonRoads(collection(...lines)));
  const street: Position[] = [A, [7.0004, 43.0001], B, C];
  const back = street.toReversed();
  const both = (oneway: unknown) => graph(line(street, { highway: "primary", oneway }), line(back, { highway: "primary", oneway }));

  it("is one segment, open in both directions, like a street drawn once", () => {
    const once = graph(line(street));
    for (const twice of [both(false), both("yes")]) {
      expect(twice.edgeCount).toBe(1);
      expect([...twice.arcAccess].map((bits) => bits & Access.driving)).toEqual([...once.arcAccess].map((bits) => bits & Access.driving));
      expect(twice.edgeLength[0]).toBe(once.edgeLength[0]);
    }
  });

  it("is cut where another street meets it", () => {
    const streets = [line(street), line(back), line([B, D])];
    expect([graph(...streets), graph(...streets.toReversed())].map(({ edgeCount }) => edgeCount)).toEqual([3, 3]);
  });

  it("is cut where the lines meet once more on the way, but no junction results", () => {
    const none = line(back, { highway: "construction" });
    expect(graph(none, line(street), line([E, B, D])).edgeCount).toBe(4);
  });
});

describe("lines that share coordinates", () => {
  const shared = (first: unknown, second: unknown) => {
    const [a, b] = read(collection(first, second)).ways;
    return new Set(a.nodes.filter((node) => b.nodes.includes(node))).size;
  };
  const bridge = { highway: "primary", bridge: "yes" };
  it.each([
    ["ends on the same coordinate are one node", line([A, B]), line([B, C]), 1],
    ["an end on the middle of another is one node", line([A, B, C]), line([B, D]), 1],
    ["two middles are one node", line([A, B, C]), line([D, B, E]), 1],
    ["a middle on a bridge over another middle is not", line([A, B, C]), line([D, B, E], bridge), 0],
    ["a middle on another layer over another middle is not", line([A, B, C], { highway: "primary", layer: 1 }), line([D, B, E]), 0],
    ["an end on a bridge is one node with the road it meets", line([A, B], bridge), line([B, C]), 1],
    ["coordinates closer than a hundred-millionth of a degree are one", line([A, B]), line([[7.00100000001, 43], C]), 1],
    [
      "180° and −180° are one meridian, where lines are cut",
      line([
        [179.99, -16.8],
        [180, -16.8],
      ]),
      line([
        [-180, -16.8],
        [-179.99, -16.8],
      ]),
      1,
    ],
    [
      "lines at 180° and −180° at different latitudes are not joined",
      line([
        [179.99, -16.8],
        [180, -16.8],
      ]),
      line([
        [-180, -16.7],
        [-179.99, -16.8],
      ]),
      0,
    ],
    ["a ring is closed", line([A, B, D, A]), line([A, E]), 1],
  ])("%s", (_, first, second, nodes) => expect(shared(first, second)).toBe(nodes));

  it.each(["bridge", "tunnel"])("include a %s, for every form of yes and no in tables", (key) => {
    const crossing = (value: unknown) => shared(line([A, B, C]), line([D, B, E], { highway: "primary", [key]: value }));
    expect([1, "1", true, "true", "yes", "viaduct"].map(crossing)).toEqual([0, 0, 0, 0, 0, 0]);
    expect([0, "0", false, "false", "no", "", null].map(crossing)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });
});

describe("a file is refused, with an error of one sentence, for", () => {
  it.each([
    ["", "The GeoJSON is empty."],
    ["{", "The GeoJSON is not valid JSON, or is cut short."],
    [
      '{"id":1,"points":[[8,50]]}\n{"id":2,"points":[[8,50]]}\n',
      "The file has one JSON record a line, as files of tracks do, and the first is not a GeoJSON feature.",
    ],
    [`${JSON.stringify(line([A, B]))}\n{"type":"Feat`, "Record 2 of the GeoJSON is not valid JSON, or is cut short."],
    ['{"type":"FeatureCollection",\n"features":[', "The GeoJSON is not valid JSON, or is cut short."],
    ["<osm/>", "The GeoJSON is not JSON: it begins as XML or HTML."],
    ["[1,2]", 'The JSON is not GeoJSON: it has no "type".'],
    ["null", 'The JSON is not GeoJSON: it has no "type".'],
    [
      '{"version":0.6,"generator":"Overpass API","elements":[{"type":"way","id":1,"nodes":[1,2]}]}',
      "The JSON is an answer of Overpass, not GeoJSON; ask Overpass for XML, with [out:xml].",
    ],
    ['{"type":"FeatureCollection"}', 'The GeoJSON FeatureCollection has no list of "features".'],
    [collection(7), "Feature 1 of the GeoJSON is not an object."],
    [collection(), "The GeoJSON holds no roads: it has no LineString."],
    [collection(line([A, B], {})), 'The GeoJSON holds no roads: none of its 1 lines has a "highway" that is a road.'],
    [
      collection(line([A, B], { kind: "Strasse", lanes: 2 })),
      'The GeoJSON holds no roads: none of its 1 lines has a "highway" that is a road; the first has "kind", "lanes": give the class of such lines with the option highway, or name the property that has it with the option columns (highway=…).',
    ],
    [collection({ ...line([]), geometry: { type: "LineString" } }), "Feature 1 of the GeoJSON has no list of coordinates."],
    [
      collection(line([A, B]), line([A, [822000, 5420000]])),
      "Feature 2 of the GeoJSON has the position [822000,5420000]; it must be [longitude, latitude] in degrees (WGS84).",
    ],
    [
      JSON.stringify({
        type: "FeatureCollection",
        crs: { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::3857" } },
        features: [line([A, [822000, 5420000]])],
      }),
      'Feature 1 of the GeoJSON has the position [822000,5420000]; it must be [longitude, latitude] in degrees (WGS84); the file says that its coordinates are in "urn:ogc:def:crs:EPSG::3857": export it as EPSG:4326.',
    ],
    [
      collection(line([A, ["7", 43] as unknown as Position])),
      'Feature 1 of the GeoJSON has the position ["7",43]; it must be [longitude, latitude] in degrees (WGS84).',
    ],
    [
      collection(line([A, null as unknown as Position])),
      "Feature 1 of the GeoJSON has the position null; it must be [longitude, latitude] in degrees (WGS84).",
    ],
  ])("%s", (text, sentence) => {
    const { code, message } = caught(() => readGeoJsonRoads(text));
    expect([code, message]).toEqual(["bad-input", sentence]);
  });

  it("lines of which none is kept, with the reasons", () => {
    const text = collection(line([A, B], { highway: "path" }), line([B, C], { highway: "proposed" }), line([C, D], { highway: "steps" }));
    expect(caught(() => readGeoJsonRoads(text, { modes: ["driving"] })).message).toBe(
      "The GeoJSON holds no roads: none of its 3 lines is of use: road for other modes (2); proposed (1).",
    );
  });

  it("roads that need more memory than there is", () => {
    const { code, message } = caught(() => readGeoJsonRoads(collection(line([A, B, C, D])), { maxMemory: 300 }));
    expect([code, message]).toEqual(["limit", expect.stringMatching(/^Its roads take more memory than the 0\.0 MB that are allowed: /)]);
  });

  it("more features than allowed", () => {
    expect(caught(() => readGeoJsonRoads(collection(line([A, B])), { maxBytes: 20 })).code).toBe("limit");
  });

  it("JSON nested without end", () => {
    expect(caught(() => readGeoJsonRoads(`${"[".repeat(200_000)}`)).code).toBe("bad-input");
  });
});
