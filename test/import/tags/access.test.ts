// Who may use a way: the hierarchy of access tags, as a table.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readWayTags } from "../../../src/import/tags/tags.js";
import { ACCESS_ALL, ROAD_CLASSES } from "../../../src/roads/attributes.js";
import { directions, flagNames, letters, openTo, rules } from "../../helpers/osm-tags.js";

const open = (text: string) => letters(rules(text).forward | rules(text).backward);

describe("the most specific access tag decides", () => {
  it.each([
    // access < vehicle < motor_vehicle < motorcar, hgv
    ["highway=primary, access=no", "-"],
    ["highway=primary, access=no, foot=yes", "w"],
    ["highway=primary, access=no, bicycle=yes", "c"],
    ["highway=primary, access=no, vehicle=yes", "dtc"],
    ["highway=primary, access=no, motor_vehicle=yes", "dt"],
    ["highway=primary, access=no, motorcar=yes", "d"],
    ["highway=primary, access=no, hgv=yes", "t"],
    ["highway=primary, vehicle=no", "w"],
    ["highway=primary, vehicle=no, bicycle=yes", "wc"],
    ["highway=primary, motor_vehicle=no", "wc"],
    ["highway=primary, motor_vehicle=no, hgv=delivery", "twc"],
    ["highway=primary, motorcar=no", "twc"],
    ["highway=primary, hgv=no", "dwc"],
    // Light goods vehicles, but not heavy ones
    ["highway=primary, goods=no", "dtwc"],
    ["highway=primary, foot=no", "dtc"],
    ["highway=primary, bicycle=no", "dtw"],
    ["highway=primary, bicycle=use_sidepath, foot=use_sidepath", "dt"],
    ["highway=primary, vehicle=no, bicycle=optional_sidepath", "wc"],
    ["highway=primary, access=yes, motor_vehicle=no", "wc"],
    ["highway=track, motor_vehicle=agricultural", "wc"],
    ["highway=track, motor_vehicle=agricultural;forestry", "wc"],
    ["highway=track, motor_vehicle=agricultural;destination", "dtwc"],
    ["highway=service, access=psv", "-"],
    // An unknown value is ignored, and the next more general tag counts
    ["highway=primary, motorcar=maybe, motor_vehicle=no", "wc"],
    ["highway=primary, access=unknown", "dtwc"],
    // A carpool lane of its own: the driver may have had passengers
    ["highway=motorway, access=no, hov=designated", "d"],
    ["highway=motorway, motor_vehicle=no, hov=yes", "d"],
    ["highway=motorway, vehicle=no, hov:conditional=designated @ (Mo-Fr 06:00-10:00)", "d"],
    ["highway=motorway, access=no, motorcar=no, hov=designated", "-"],
    ["highway=motorway, access=no, hov=no", "-"],
    ["highway=primary, hov=no", "dtwc"],
    // By law in England and Wales
    ["highway=bridleway", "w"],
    ["highway=bridleway, designation=public_bridleway", "wc"],
    ["highway=footway, designation=restricted_byway", "wc"],
    ["highway=bridleway, designation=public_bridleway, bicycle=no", "w"],
    ["highway=footway, designation=public_footpath", "w"],
  ])("%s: open to %s", (text, expected) => expect(open(text)).toBe(expected));
});

describe("a tag for a mode extends the access of the class, a general tag does not", () => {
  it.each([
    ["highway=footway, access=yes", "w"],
    ["highway=cycleway, access=permissive", "wc"],
    ["highway=footway, bicycle=yes", "wc"],
    ["highway=steps, bicycle=yes", "wc"],
    ["highway=pedestrian, motor_vehicle=delivery", "dtw"],
    ["highway=pedestrian, vehicle=destination", "dtwc"],
    ["highway=cycleway, motor_vehicle=destination", "dtwc"],
    ["highway=busway, bicycle=yes", "c"],
    ["highway=motorway, bicycle=yes", "dtc"],
    ["highway=trunk, motorroad=yes, bicycle=yes", "dtc"],
  ])("%s: open to %s", (text, expected) => expect(open(text)).toBe(expected));
});

describe("ferries", () => {
  it.each([
    ["route=ferry", "dtwc"],
    ["route=ferry, foot=yes", "wc"],
    ["route=ferry, foot=yes, motor_vehicle=yes", "dtwc"],
    ["route=ferry, motor_vehicle=no", "wc"],
    ["route=ferry, foot=yes, motorcar=yes", "dtwc"],
    ["route=ferry, foot=yes, motorcar=yes, hgv=no", "dwc"],
    ["route=ferry, foot=yes, hgv=yes, motorcar=no", "twc"],
    ["route=ferry, foot=yes, motorcar=no", "wc"],
    ["route=ferry, bicycle=yes", "wc"],
    ["route=shuttle_train, foot=no", "dtc"],
    ["route=ferry, foot=no, bicycle=no", "dt"],
    ["route=ferry, foot=no, bicycle=no, hgv=no", "d"],
  ])("%s: open to %s", (text, expected) => expect(open(text)).toBe(expected));
});

describe("a way that is open at some times counts as open", () => {
  it.each([
    ["highway=primary, motor_vehicle=no, motor_vehicle:conditional=yes @ (18:00-07:00)", "dtwc"],
    ["highway=primary, access=no, access:conditional=yes @ (Mo-Fr 09:00-17:00; Sa 10:00-12:00)", "dtwc"],
    ["highway=primary, hgv=no, hgv:conditional=destination @ (weight<7.5)", "dtwc"],
    ["highway=primary, maxweight=3.5, hgv:conditional=yes @ destination", "dtwc"],
    ["highway=pedestrian, motor_vehicle:conditional=delivery @ (06:00-10:00)", "dtw"],
    ["highway=primary, motor_vehicle=no, motor_vehicle:forward:conditional=yes @ (18:00-07:00)", "dtwc"],
    // A specific denial stays, and so does what the class excludes
    ["highway=primary, motorcar=no, motor_vehicle=no, motor_vehicle:conditional=yes @ (18:00-07:00)", "twc"],
    ["highway=footway, access:conditional=yes @ (09:00-17:00)", "w"],
    // Closure at some times does not close a way
    ["highway=primary, motor_vehicle:conditional=no @ (22:00-06:00)", "dtwc"],
    ["highway=primary, motor_vehicle=no, motor_vehicle:conditional=agricultural @ (summer)", "wc"],
  ])("%s: open to %s", (text, expected) => expect(open(text)).toBe(expected));
});

describe("access by direction", () => {
  it.each([
    ["highway=primary, motor_vehicle:backward=no", "dtwc / wc"],
    ["highway=primary, access:forward=no", "- / dtwc"],
    ["highway=primary, hgv:forward=no", "dwc / dtwc"],
    ["highway=primary, hgv:backward=destination, hgv=no", "dwc / dtwc"],
    // Against a one-way street, if a specific tag allows it, even at some times; a general tag does not
    ["highway=primary, oneway=yes, bicycle:backward=yes", "dtwc / wc"],
    ["highway=primary, oneway=yes, bicycle:backward:conditional=yes @ (Su)", "dtwc / wc"],
    ["highway=primary, oneway=yes, bicycle:backward:conditional=no @ (Su)", "dtwc / w"],
    ["highway=primary, oneway=yes, bicycle:backward:conditional=maybe @ (Su)", "dtwc / w"],
    ["highway=primary, oneway=yes, access:backward:conditional=yes @ (Su)", "dtwc / w"],
    ["highway=primary, oneway=-1, hgv:forward:conditional=delivery @ (06:00-10:00)", "tw / dtwc"],
  ])("%s: open to %s", (text, expected) => expect(directions(text)).toBe(expected));
});

describe("private and destination ways are open, and flagged for the largest vehicle that may use them", () => {
  it.each([
    ["highway=service, access=private", "dtwc", "private"],
    ["highway=service, access=permit", "dtwc", "private"],
    ["highway=residential, access=destination", "dtwc", "destination"],
    ["highway=service, access=customers", "dtwc", "destination"],
    ["highway=track, surface=asphalt, motor_vehicle=private, foot=yes", "dtwc", "private"],
    ["highway=service, access=private, motor_vehicle=yes", "dtwc", ""],
    ["highway=residential, hgv=yes", "dtwc", ""],
    ["highway=residential, hgv=destination", "dtwc", "truckRestricted"],
    ["highway=residential, hgv=no, hgv:conditional=delivery @ (06:00-10:00)", "dtwc", "truckRestricted"],
    ["highway=residential, motor_vehicle=destination, hgv=delivery", "dtwc", "destination"],
    ["highway=residential, motor_vehicle=no, hgv=delivery", "twc", "destination"],
    ["highway=pedestrian, motor_vehicle=delivery", "dtw", "destination"],
    ["highway=footway, access=private", "w", "private"],
    ["highway=service, motor_vehicle=private;destination", "dtwc", "destination"],
  ])("%s: open to %s, flags %j", (text, expected, flags) => {
    expect([open(text), flagNames(rules(text).flags)]).toEqual([expected, flags]);
  });
});

describe("the known access values", () => {
  const words = (text: string) => text.split(" ");
  it.each([
    ["opens", "yes permissive designated official public true 1 discouraged unsuitable optional_sidepath", "dtwc", ""],
    ["opens to some", "private permit residents employees members", "dtwc", "private"],
    ["opens to who wants to get there", "destination customers delivery visitors local", "dtwc", "destination"],
    [
      "closes",
      "no false 0 agricultural forestry emergency military restricted prohibited use_sidepath dismount separate psv bus taxi",
      "wc",
      "",
    ],
  ])("%s: %s", (_, values, expected, flags) => {
    for (const value of words(values)) {
      const text = `highway=residential, motor_vehicle=${value}`;
      expect([value, open(text), flagNames(rules(text).flags)]).toEqual([value, expected, flags]);
    }
  });

  it.each([
    ["yes private destination no", "dtwc", ""],
    ["destination private no", "dtwc", "destination"],
    ["private no", "dtwc", "private"],
    ["private unheard-of", "dtwc", "private"],
    ["no agricultural", "wc", ""],
  ])("of a list, the most permissive counts, wherever it is: %s", (list, expected, flags) => {
    const values = words(list);
    for (const [i] of values.entries()) {
      const text = `highway=residential, motor_vehicle=${[...values.slice(i), ...values.slice(0, i)].join(";")}`;
      expect([open(text), flagNames(rules(text).flags)]).toEqual([expected, flags]);
    }
  });
});

describe("the private and destination flags exclude walkers or cyclists whom a specific tag allows", () => {
  it.each([
    ["highway=service, access=private", "private", ""],
    ["highway=service, access=private, foot=yes", "private", "w"],
    ["highway=service, access=private, foot=permissive, bicycle=designated", "private", "wc"],
    ["highway=track, surface=asphalt, motor_vehicle=private", "private", "wc"],
    ["highway=residential, vehicle=destination", "destination", "w"],
    ["highway=residential, motor_vehicle=destination, bicycle=private", "destination", "w"],
    ["highway=path, access=private, foot=yes", "private", "w"],
    ["highway=service, access=private, foot=no", "private", ""],
    ["highway=residential, hgv=destination", "truckRestricted", ""],
    ["highway=residential, foot=yes, bicycle=yes", "", ""],
  ])("%s: flags %s, which do not bind %j", (text, flags, open) => {
    const bits = rules(text).flags;
    expect([flagNames(bits), openTo(bits)]).toEqual([flags, open]);
  });
});

describe("ways on which bicycles are pushed are open to them in both directions, and flagged; on a ferry there is no flag", () => {
  it.each([
    ["highway=footway, bicycle=dismount", "wc / wc", "pushed"],
    ["highway=residential, oneway=yes, bicycle=dismount", "dtwc / wc", "pushed"],
    ["highway=footway, access=private, bicycle=dismount", "wc / wc", "private pushed"],
    ["highway=track, surface=asphalt, motor_vehicle=destination, bicycle=dismount", "dtwc / dtwc", "destination pushed"],
    ["route=ferry, foot=yes, bicycle=dismount", "wc / wc", "ferry"],
    // Where riding is allowed in one direction or at some times, the way is not only for pushing
    ["highway=residential, bicycle:backward=dismount", "dtwc / dtw", ""],
    ["highway=residential, bicycle=dismount, bicycle:forward=yes", "dtwc / dtw", ""],
    ["highway=footway, bicycle=dismount, bicycle:conditional=yes @ (20:00-08:00)", "wc / wc", ""],
    // Nobody else pushes
    ["highway=residential, vehicle=dismount", "w / w", ""],
  ])("%s: open to %s, flags %j", (text, expected, flags) => {
    expect([directions(text), flagNames(rules(text).flags)]).toEqual([expected, flags]);
  });
});

describe("ways that are closed to all vehicles, or to trucks, by their size", () => {
  it.each([
    ["highway=track, smoothness=impassable", "w"],
    ["highway=track, impassable=yes", "w"],
    ["highway=residential, maxweight=3.5", "dwc"],
    ["highway=residential, maxweight=2.8 t", "dwc"],
    ["highway=residential, maxweight=2, maxweight:conditional=2.8 t @ winter; 3 @ (Mo-Fr; PH off)", "dwc"],
    ["highway=residential, maxweight=2, maxweight:conditional=7.5 t @ winter", "dtwc"],
    ["highway=residential, maxweightrating=3.5", "dwc"],
    ...["maxweight", "maxweight:hgv", "maxweightrating", "maxweightrating:hgv"].map((key) => [`highway=residential, ${key}=3.51`, "dtwc"]),
    ["highway=residential, maxheight=2.5", "dwc"],
    ["highway=residential, maxheight=2.51", "dtwc"],
    ["highway=residential, maxwidth=2.01", "dtwc"],
    ["highway=residential, maxweight=7.5", "dtwc"],
    ["highway=residential, maxweight=3500 kg", "dwc"],
    ["highway=residential, maxweight=6000 lbs", "dwc"],
    ["highway=residential, maxweight=3 st", "dwc"],
    ["highway=residential, maxweight=4 st", "dtwc"],
    ["highway=residential, maxweight=16000 lbs", "dtwc"],
    ["highway=residential, maxweight=3.5, maxweight:conditional=none @ destination", "dtwc"],
    ["highway=residential, maxweight=3.5, maxweight:conditional=none @ destination, maxweightrating=3.5", "dwc"],
    ["highway=residential, maxweight=3.5, maxweight:conditional=2 @ (winter)", "dwc"],
    ["highway=residential, maxweight=3.5, hgv=delivery", "dtwc"],
    ["highway=residential, maxweight=none", "dtwc"],
    ["highway=residential, maxweight:hgv=3.5", "dwc"],
    ["highway=residential, maxweightrating:hgv=3.5", "dwc"],
    ["highway=residential, maxweight=3.5, maxweight:conditional=7.5 @ destination", "dtwc"],
    ["highway=residential, maxheight=2", "dwc"],
    ["highway=residential, maxheight=2.4 m", "dwc"],
    ["highway=residential, maxheight=7'6\"", "dwc"],
    ["highway=residential, maxheight=8'6\"", "dtwc"],
    ["highway=residential, maxheight=7 ft 2 in", "dwc"],
    ["highway=residential, maxheight=7'", "dwc"],
    ["highway=residential, maxheight=220 cm", "dwc"],
    ["highway=residential, maxheight=420 cm", "dtwc"],
    ["highway=residential, maxweight=7000 lb", "dwc"],
    ["highway=service, service=emergency_access", "wc"],
    ["highway=residential, motor_vehicle=agricultural|forestry", "wc"],
    ["highway=residential, maxheight=3.8", "dtwc"],
    ["highway=residential, maxheight=default", "dtwc"],
    ["highway=residential, maxwidth=2", "dwc"],
    ["highway=residential, maxwidth=2.3", "dtwc"],
    ["highway=residential, maxheight=2, hgv=yes", "dtwc"],
  ])("%s: open to %s", (text, expected) => expect(open(text)).toBe(expected));
});

it("any tags give access bits and flags within their range, or no road", () => {
  const word = fc.constantFrom(
    "yes",
    "no",
    "private",
    "destination",
    "-1",
    "reversible",
    "opposite",
    "roundabout",
    "50 mph",
    "constructor",
    "",
  );
  const key = fc.constantFrom(
    "access",
    "vehicle",
    "motor_vehicle",
    "hgv",
    "foot",
    "bicycle",
    "oneway",
    "oneway:bicycle",
    "cycleway",
    "junction",
    "maxspeed",
    "__proto__",
  );
  const highway = fc.constantFrom(...ROAD_CLASSES, "motorway_link", "_link", "toString");
  fc.assert(
    fc.property(highway, fc.array(fc.tuple(key, word)), (kind, pairs) => {
      const verdict = readWayTags(new Map([["highway", kind], ...pairs]));
      if (verdict.kind !== "road") return;
      const { forward, backward, flags, roadClass } = verdict.rules;
      expect((forward | backward) & ~ACCESS_ALL).toBe(0);
      expect(flags).toBeGreaterThanOrEqual(0);
      expect(flags).toBeLessThan(1 << 16);
      expect(ROAD_CLASSES[roadClass]).toBeDefined();
    }),
  );
});
