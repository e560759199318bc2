// The directions in which a road is open, and to whom: "along / against".
import { describe, expect, it } from "vitest";
import { directions } from "../../helpers/osm-tags.js";

const table = (rows: [string, string][]) => it.each(rows)("%s → %s", (text, expected) => expect(directions(text)).toBe(expected));

describe("one-way streets bind vehicles, but not walkers", () => {
  table([
    ["highway=primary", "dtwc / dtwc"],
    ["highway=primary, oneway=yes", "dtwc / w"],
    ["highway=primary, oneway=true", "dtwc / w"],
    ["highway=primary, oneway=1", "dtwc / w"],
    ["highway=primary, oneway=-1", "w / dtwc"],
    ["highway=primary, oneway=reverse", "w / dtwc"],
    ["highway=primary, oneway=no", "dtwc / dtwc"],
    ["highway=primary, oneway=maybe", "dtwc / dtwc"],
    ["highway=cycleway, oneway=yes", "wc / w"],
  ]);
});

describe("a direction that changes with time may be either", () => {
  table([
    ["highway=primary, oneway=reversible", "dtwc / dtwc"],
    ["highway=primary, oneway=yes, oneway:conditional=no @ (22:00-06:00)", "dtwc / dtwc"],
    ["highway=primary, oneway=yes, oneway:conditional=-1 @ (06:00-10:00)", "dtwc / dtwc"],
    ["highway=primary, oneway=yes, oneway:conditional=yes @ (06:00-10:00)", "dtwc / w"],
    ["highway=primary, oneway:conditional=yes @ (06:00-10:00)", "dtwc / dtwc"],
    ["highway=primary, oneway=yes, oneway:bicycle:conditional=no @ (10:00-16:00)", "dtwc / wc"],
    ["highway=primary, oneway=yes, oneway:hgv:conditional=no @ (22:00-06:00)", "dtwc / tw"],
    ["highway=primary, oneway=yes, oneway:hgv:conditional=yes @ (22:00-06:00)", "dtwc / w"],
    ["highway=primary, oneway:hgv=yes, oneway=yes, oneway:conditional=no @ (22:00-06:00)", "dtwc / dwc"],
    ["highway=primary, oneway=yes, bicycle:backward:conditional=yes @ (10:00-16:00)", "dtwc / wc"],
    ["highway=primary, oneway=yes, bicycle:backward:conditional=no @ (10:00-16:00)", "dtwc / w"],
    ["highway=motorway, oneway:conditional=-1 @ (06:00-10:00)", "dt / dt"],
    ["highway=tertiary, junction=roundabout, oneway:conditional=no @ (event)", "dtwc / dtwc"],
    ["highway=primary, oneway=alternating", "dtwc / dtwc"],
    ["highway=motorway, oneway=reversible", "dt / dt"],
  ]);
});

describe("implied one-way roads: motorways and roundabouts, but not motorway links", () => {
  table([
    ["highway=motorway", "dt / -"],
    ["highway=motorway, oneway=no", "dt / dt"],
    ["highway=motorway, oneway=-1", "- / dt"],
    ["highway=motorway_link", "dt / dt"],
    ["highway=motorway_link, oneway=yes", "dt / -"],
    ["highway=trunk", "dtwc / dtwc"],
    ["highway=tertiary, junction=roundabout", "dtwc / w"],
    ["highway=tertiary, junction=circular", "dtwc / w"],
    ["highway=tertiary, junction=roundabout, oneway=-1", "w / dtwc"],
    ["highway=tertiary, junction=circular, oneway=no", "dtwc / dtwc"],
  ]);
});

describe("cycling against a one-way street", () => {
  table([
    ["highway=residential, oneway=yes, oneway:bicycle=no", "dtwc / wc"],
    ["highway=residential, oneway=-1, oneway:bicycle=no", "wc / dtwc"],
    ["highway=residential, oneway=yes, cycleway=opposite", "dtwc / wc"],
    ["highway=residential, oneway=yes, cycleway=opposite_lane", "dtwc / wc"],
    ["highway=residential, oneway=yes, cycleway=opposite_track", "dtwc / wc"],
    ["highway=residential, oneway=yes, cycleway:left=opposite_lane", "dtwc / wc"],
    ["highway=residential, oneway=-1, cycleway=opposite", "wc / dtwc"],
    ["highway=residential, oneway=yes, cycleway:left=lane, cycleway:left:oneway=-1", "dtwc / wc"],
    ["highway=residential, oneway=yes, cycleway:left=track, cycleway:left:oneway=no", "dtwc / wc"],
    ["highway=residential, oneway=yes, cycleway:right=lane, cycleway:right:oneway=yes", "dtwc / w"],
    ["highway=residential, oneway=yes, cycleway=track, cycleway:oneway=no", "dtwc / wc"],
    ["highway=residential, oneway=yes, cycleway=lane, cycleway:oneway=yes", "dtwc / w"],
    ["highway=residential, oneway=yes, cycleway=lane", "dtwc / w"],
    ["highway=residential, oneway=yes, bicycle:backward=yes", "dtwc / wc"],
    ["highway=residential, oneway=yes, motor_vehicle:backward=destination", "dtwc / dtw"],
    ["highway=residential, oneway=yes, motor_vehicle:backward:conditional=yes @ (18:00-07:00)", "dtwc / dtw"],
    ["highway=residential, oneway=yes, vehicle:backward=yes", "dtwc / w"],
    ["highway=residential, oneway=yes, bicycle:backward=no", "dtwc / w"],
    ["highway=residential, oneway=yes, cycleway=opposite, oneway:bicycle=yes", "dtwc / w"],
    ["highway=residential, oneway=yes, cycleway=opposite, bicycle=no", "dtw / w"],
    ["highway=residential, oneway:bicycle=yes", "dtwc / dtw"],
  ]);
});

describe("one-way for some modes", () => {
  table([
    ["highway=residential, oneway:motor_vehicle=yes", "dtwc / wc"],
    ["highway=residential, oneway:hgv=yes", "dtwc / dwc"],
    ["highway=residential, oneway:vehicle=yes", "dtwc / w"],
    ["highway=residential, oneway=yes, oneway:motorcar=no", "dtwc / dw"],
    ["highway=residential, oneway=yes, oneway:foot=yes", "dtwc / -"],
    ["highway=footway, oneway:foot=-1", "- / w"],
  ]);
});

describe("one-way tags that bind walkers", () => {
  table([
    ["highway=footway, oneway=yes", "w / w"],
    ["highway=steps, oneway=yes", "w / -"],
    ["highway=steps, conveying=backward", "- / w"],
    ["highway=steps, conveying=reversible", "w / w"],
    ["highway=footway, conveying=forward", "w / -"],
    ["highway=footway, conveying=yes, oneway=yes", "w / -"],
    ["highway=footway, conveying=no, oneway=yes", "w / w"],
    ["route=ferry, oneway=yes", "dtwc / -"],
  ]);
});
