// XML out, to the byte as the general builder wrote it.
import { XMLBuilder } from "fast-xml-parser";
import { expect, it } from "vitest";
import { type Xml, xmlLines } from "../../src/export/xml.js";

it.each<[string, Xml]>([
  ["elements with a text", { name: "a < b & 'c' > \"d\"", "roadsnap:line_id": 7, none: undefined, empty: "" }],
  ["an element without content", { extensions: {} }],
  [
    "attributes alone",
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
  ["lists without a member", { wpt: [], rte: [] }],
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
