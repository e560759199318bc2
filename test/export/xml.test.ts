// Writing XML, with the same bytes as the XML library used before.
import { XMLBuilder } from "fast-xml-parser";
import { expect, it } from "vitest";
import { type Xml, xmlLines } from "../../src/export/xml.js";

it.each<[string, Xml]>([
  ["elements with a text", { name: "a < b & 'c' > \"d\"", "roadsnap:line_id": 7, none: undefined, empty: "" }],
  ["an element without content", { extensions: {} }],
  [
    "only attributes",
    {
      rtept: [
        { "@lat": "1.5", "@lon": "-2" },
        { "@lat": "<'\"&>", "@lon": undefined },
      ],
    },
  ],
  [
    "attributes and elements, nested",
    { trk: { name: "x", type: undefined, trkseg: { trkpt: [{ "@lat": "1", "@lon": "2", ele: "3", a: { b: { c: 1e-6 } } }] } } },
  ],
  ["empty lists", { wpt: [], rte: [] }],
])("writes %s", (_, elements) => {
  const builder = new XMLBuilder({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    format: true,
    indentBy: " ",
    suppressBooleanAttributes: false,
    suppressEmptyNode: true,
  });
  expect(xmlLines(elements)).toBe(builder.build(elements));
});

it.each([0, 1, 255, 256, 257, 700])("takes the members of a list of %i one by one, and writes all of them", (count) => {
  let made = 0;
  function* members(): Generator<Xml> {
    for (let i = 0; i < count; i++) {
      expect(made++).toBe(i);
      yield { "@lat": String(i), ele: i };
    }
  }
  const all = Array.from({ length: count }, (_, i) => ({ "@lat": String(i), ele: i }));
  const lines = xmlLines({ trkseg: { trkpt: members() } });
  expect(made).toBe(count);
  expect(lines).toBe(xmlLines({ trkseg: { trkpt: all } }));
  expect(lines.split("\n")).toHaveLength(count === 0 ? 2 : 3 * count + 3);
});
