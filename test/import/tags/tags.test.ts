// Which ways are roads, and their class, flags and name.
import { describe, expect, it } from "vitest";
import { readWayTags } from "../../../src/import/tags/tags.js";
import { ROAD_CLASSES } from "../../../src/roads/attributes.js";
import { flagNames, letters, rules, tags } from "../../helpers/osm-tags.js";

describe("the class of a road, and the modes it is made for", () => {
  it.each([
    ["highway=motorway", "motorway", "dt"],
    ["highway=trunk", "trunk", "dtwc"],
    ["highway=primary", "primary", "dtwc"],
    ["highway=secondary", "secondary", "dtwc"],
    ["highway=tertiary", "tertiary", "dtwc"],
    ["highway=unclassified", "unclassified", "dtwc"],
    ["highway=road", "unclassified", "dtwc"],
    ["highway=residential", "residential", "dtwc"],
    ["highway=living_street", "living_street", "dtwc"],
    ["highway=service", "service", "dtwc"],
    ["highway=track", "track", "dtwc"],
    ["highway=pedestrian", "pedestrian", "w"],
    ["highway=cycleway", "cycleway", "wc"],
    ["highway=footway", "footway", "w"],
    ["highway=path", "footway", "wc"],
    ["highway=bridleway", "footway", "w"],
    ["highway=corridor", "footway", "w"],
    ["highway=steps", "steps", "w"],
    ["highway=ladder", "steps", "w"],
    ["highway=via_ferrata", "footway", "w"],
    ["highway=residential;service", "residential", "dtwc"],
    ["highway=crossing; footway", "footway", "w"],
    ["highway=busway", "service", "-"],
    ["highway=raceway", "service", "-"],
    ["route=ferry", "ferry", "dtwc"],
    ["route=shuttle_train, railway=rail", "ferry", "dtwc"],
    ["highway=residential, route=ferry", "residential", "dtwc"],
    ["man_made=pier, floating=yes", "footway", "wc"],
    ["man_made=pier, bicycle=yes, motor_vehicle=private", "footway", "dtwc"],
    ["man_made=pier, access=no", "footway", "-"],
    ["man_made=pier, highway=service", "service", "dtwc"],
    ["highway=trunk, motorroad=yes", "trunk", "dt"],
  ])("%s is %s, for %s", (text, roadClass, open) => {
    expect([ROAD_CLASSES[rules(text).roadClass], letters(rules(text).forward)]).toEqual([roadClass, open]);
  });

  it.each(["motorway", "trunk", "primary", "secondary", "tertiary"])("highway=%s_link is a ramp of that class", (name) => {
    const link = rules(`highway=${name}_link`);
    expect([ROAD_CLASSES[link.roadClass], flagNames(link.flags)]).toEqual([name, "ramp"]);
  });
});

describe("ways that are not roads", () => {
  it.each(["building=yes", "railway=rail", "waterway=river", "route=bus", "", "name=highway"])(
    "%j are left out without a count",
    (text) => {
      expect(readWayTags(tags(text))).toEqual({ kind: "other" });
    },
  );

  it.each([
    ["highway=construction, construction=primary", "under construction"],
    ["highway=proposed", "proposed"],
    ["highway=residential, proposed=yes", "proposed"],
    ["highway=razed", "no longer there"],
    ["highway=abandoned", "no longer there"],
    ["highway=track, abandoned=yes", "no longer there"],
    ["highway=platform", "platform"],
    ["highway=pedestrian, area=yes", "area"],
    ["route=ferry, area=yes", "area"],
    ["man_made=pier, area=yes", "area"],
    ["highway=rest_area", "highway of a kind that is no road"],
    ["highway=bus_stop", "highway of a kind that is no road"],
    ["highway=construction;primary", "under construction"],
    ["highway=bus_stop;crossing", "highway of a kind that is no road"],
    ["highway=constructor", "highway of a kind that is no road"],
  ])("%s are counted as: %s", (text, reason) => {
    expect(readWayTags(tags(text))).toEqual({ kind: "dropped", reason });
  });

  it("do not include a road closed to everybody, which exists physically", () => {
    expect(rules("highway=residential, access=no")).toMatchObject({ forward: 0, backward: 0 });
  });
});

describe("flags", () => {
  it.each([
    ["highway=primary, tunnel=yes", "tunnel"],
    ["highway=service, tunnel=building_passage", "tunnel"],
    ["highway=primary, tunnel=no", ""],
    ["highway=path, tunnel=culvert", ""],
    ["highway=primary, bridge=viaduct", "bridge"],
    ["highway=primary, bridge=no", ""],
    ["highway=primary, junction=roundabout", "roundabout"],
    ["highway=primary, junction=circular", "roundabout"],
    ["highway=primary, junction=yes", ""],
    ["route=ferry", "ferry"],
    ["highway=motorway, toll=yes", "toll"],
    ["highway=motorway, toll=no", ""],
    ["highway=service, service=parking_aisle", "minor"],
    ["highway=service, service=driveway", "minor"],
    ["highway=service, service=alley", "minor"],
    ["highway=service", ""],
    ["highway=residential, service=driveway", ""],
    ["highway=track", "unpaved"],
    ["highway=track, tracktype=grade1", ""],
    ["highway=track, tracktype=grade2", "unpaved"],
    ["highway=track, surface=asphalt, tracktype=grade3", ""],
    ["highway=residential, surface=gravel", "unpaved"],
    ["highway=residential, surface=dirt/sand", "unpaved"],
    ["highway=residential, surface=sett", ""],
    ["highway=motorway_link, bridge=yes, toll=yes", "bridge ramp toll"],
  ])("%s has %s", (text, expected) => {
    expect(flagNames(rules(text).flags)).toBe(expected);
  });
});

it.each([
  ["highway=primary, name=High Street, ref=A 1", "High Street"],
  ["highway=primary, ref=A 1", "A 1"],
  ["highway=primary", ""],
])("%s has the name %j", (text, name) => {
  expect(rules(text).name).toBe(name);
});
