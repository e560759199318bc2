// Posted speed limits: the number on the sign in the unit of the sign, or unknown.
import { describe, expect, it } from "vitest";
import { speedKph, speedMph } from "../../../src/roads/attributes.js";
import { rules } from "../../helpers/osm-tags.js";

const UNKNOWN = null;
const limits = (text: string) => {
  const { speedForward, speedBackward, truckSpeedForward, truckSpeedBackward } = rules(`highway=primary, ${text}`);
  return [speedForward, speedBackward, truckSpeedForward, truckSpeedBackward].map(speedKph);
};

describe("a single speed limit", () => {
  it.each<[string, number | null]>([
    ["50", 50],
    [" 50 ", 50],
    ["50 km/h", 50],
    ["50kmh", 50],
    ["50 kph", 50],
    ["7.5", 7.5],
    ["10 knots", 18.5],
    ["10 kn", 18.5],
    ["walk", null],
    ["DE:urban", 50],
    ["de:urban", 50],
    ["RO:rural", 90],
    ["RU:urban", 60],
    ["BE-VLG:rural", 70],
    ["DE:zone:30", 30],
    ["DE:zone30", 30],
    ["FR:30", 30],
    ["DE-BY:urban", 50],
    ["DE:motorway", UNKNOWN],
    ["US:urban", UNKNOWN],
    ["XX:rural", UNKNOWN],
    ["DE:constructor", UNKNOWN],
    ["none", UNKNOWN],
    ["signals", UNKNOWN],
    ["variable", UNKNOWN],
    ["unknown", UNKNOWN],
    ["0", UNKNOWN],
    ["-50", UNKNOWN],
    ["50;30", UNKNOWN],
    ["50|80", UNKNOWN],
    ["fast", UNKNOWN],
    ["", UNKNOWN],
    ["99999", UNKNOWN],
  ])("maxspeed=%j is %j km/h", (value, expected) => {
    expect(limits(`maxspeed=${value}`)).toEqual([expected, expected, null, null]);
  });

  it.each([
    ["30 mph", 30],
    ["30mph", 30],
    ["GB:nsl_single", 60],
    ["GB:nsl_dual", 70],
    ["UK:motorway", 70],
    ["GB:zone20", 20],
  ])("maxspeed=%s is exactly %d mph", (value, mph) => {
    expect(speedMph(rules(`highway=primary, maxspeed=${value}`).speedForward)).toBe(mph);
  });
});

describe("limits by direction and for trucks: [along, against, trucks along, trucks against]", () => {
  it.each<[string, (number | null)[]]>([
    ["maxspeed:forward=50", [50, null, null, null]],
    ["maxspeed=70, maxspeed:backward=50", [70, 50, null, null]],
    ["maxspeed=70, maxspeed:forward=none", [null, 70, null, null]],
    ["maxspeed=100, maxspeed:hgv=80", [100, 100, 80, 80]],
    ["maxspeed:hgv=80, maxspeed:hgv:backward=60", [null, null, 80, 60]],
    ["maxspeed:hgv:forward=60", [null, null, 60, null]],
    ["maxspeed:forward:hgv=60, maxspeed:backward:hgv=50", [null, null, 60, 50]],
    ["maxspeed:conditional=30 @ (22:00-06:00)", [null, null, null, null]],
    ["maxspeed=100, maxspeed:conditional=80 @ (weight>3.5)", [100, 100, 80, 80]],
    ["maxspeed=100, maxspeed:conditional=80 @ (weight>3.5 t); 60 @ (weight>7.5)", [100, 100, 80, 80]],
    ["maxspeed=100, maxspeed:conditional=60 @ (weight>4)", [100, 100, null, null]],
    ["maxspeed=100, maxspeed:conditional=80 @ (weight>3.5 AND wet)", [100, 100, null, null]],
    ["maxspeed=100, maxspeed:hgv=70, maxspeed:conditional=80 @ (weight>3.5)", [100, 100, 70, 70]],
  ])("%s", (text, expected) => expect(limits(text)).toEqual(expected));
});

describe("the law behind a limit counts if there is no maxspeed", () => {
  it.each<[string, number | null]>([
    ["source:maxspeed=DE:rural", 100],
    ["maxspeed:type=RO:urban", 50],
    ["zone:maxspeed=DE:30", 30],
    ["zone:maxspeed=30", 30],
    ["source:maxspeed=30", UNKNOWN],
    ["maxspeed:type=sign, source:maxspeed=DE:urban", 50],
    ["source:maxspeed=survey", UNKNOWN],
    ["maxspeed=30, source:maxspeed=DE:urban", 30],
    ["maxspeed=signals, source:maxspeed=DE:rural", UNKNOWN],
    ["maxspeed=implicit, source:maxspeed=DE:rural", 100],
    ["highway=residential, zone:traffic=DE:urban", 50],
    ["highway=motorway, zone:traffic=DE:urban", UNKNOWN],
    ["highway=secondary, zone:traffic=DE:rural", UNKNOWN],
  ])("%s is %j", (text, expected) => expect(limits(text)[0]).toBe(expected));
});
