// Barriers on nodes: who may pass, and the flags for the roads that they are on.
import { expect, it } from "vitest";
import { readBarrier } from "../../../src/import/tags/barriers.js";
import { flagNames, letters, openTo, tags } from "../../helpers/osm-tags.js";

it.each([
  ["barrier=bollard", "wc", ""],
  ["barrier=block", "wc", ""],
  ["barrier=cycle_barrier", "wc", ""],
  ["barrier=stile", "w", ""],
  ["barrier=kissing_gate", "w", ""],
  ["barrier=gate", "dtwc", "gate"],
  ["barrier=lift_gate", "dtwc", "gate"],
  ["barrier=toll_booth", "dtwc", "toll"],
  ["barrier=height_restrictor", "dwc", ""],
  ["barrier=height_restrictor, maxheight=2.2", "dwc", ""],
  ["barrier=height_restrictor, maxheight=default", "dwc", ""],
  ["barrier=height_restrictor, maxheight=4.5", "dtwc", null],
  ["barrier=height_restrictor, maxheight=14'6\"", "dtwc", null],
  ["barrier=height_restrictor, maxheight=4.5, maxweight=3.5", "dwc", ""],
  ["barrier=width_restrictor, maxwidth=2", "dwc", ""],
  ["barrier=width_restrictor, maxwidth=6'6\"", "dwc", ""],
  ["barrier=width_restrictor, maxwidth=3", "dtwc", null],
  ["barrier=width_restrictor, maxwidth=2, access=yes", "dwc", ""],
  ["barrier=width_restrictor, maxwidth=2, hgv=destination", "dtwc", null],
  ["barrier=gate, maxheight=2", "dwc", "gate"],
  ["barrier=fence, maxheight=2", "dwc", ""],
  ["barrier=gate, access=private", "dtwc", "private gate"],
  ["barrier=gate, locked=yes", "dtwc", "private gate"],
  ["barrier=gate, access=no", "-", "gate"],
  ["barrier=gate, access=no, foot=yes, bicycle=yes", "wc", "gate"],
  ["barrier=gate, motor_vehicle=no", "wc", "gate"],
  ["barrier=lift_gate, access=customers", "dtwc", "gate destination"],
  ["barrier=bollard, bicycle=no", "w", ""],
  ["barrier=cycle_barrier, bicycle=dismount", "wc", ""],
  ["barrier=gate, access=no, access:conditional=yes @ (06:00-22:00)", "dtwc", "gate"],
  ["barrier=bollard, motor_vehicle:conditional=delivery @ (06:00-10:00)", "dtwc", "destination"],
  ["barrier=bollard, motor_vehicle=yes", "dtwc", null],
  ["barrier=bollard, bollard=rising", "dtwc", "gate"],
  ["barrier=bollard, bollard=removable, motor_vehicle=private", "dtwc", "private"],
  ["barrier=bollard, bollard=removable", "wc", ""],
  ["barrier=cattle_grid, hgv=no", "dwc", ""],
  ["barrier=fence, foot=yes, vehicle=no", "w", ""],
])("%s lets %s pass and has the flags %j", (text, access, flags) => {
  const barrier = readBarrier(7, tags(text));
  if (flags === null) expect(barrier).toBeNull();
  else if (barrier === null || barrier === "unknown") expect.fail(`${text} bars nobody`);
  else expect([barrier.node, letters(barrier.access), flagNames(barrier.flags)]).toEqual([7, access, flags]);
});

it.each([
  ["barrier=gate, access=private", ""],
  ["barrier=gate, access=private, foot=yes", "w"],
  ["barrier=gate, locked=yes, foot=yes, bicycle=yes", "wc"],
  ["barrier=gate, motor_vehicle=private, foot=designated", "w"],
  ["barrier=gate, foot=yes", ""],
])("%s needs permission, except for %j", (text, open) => {
  const barrier = readBarrier(7, tags(text));
  expect(typeof barrier === "object" && openTo(barrier?.flags ?? 0)).toBe(open);
});

it.each(["barrier=cattle_grid", "barrier=border_control", "barrier=entrance", "barrier=kerb", "highway=crossing, motor_vehicle=no", ""])(
  "%j bars nobody",
  (text) => expect(readBarrier(7, tags(text))).toBeNull(),
);

it.each(["barrier=fence", "barrier=garage door", "barrier=toString"])("%s is an unknown kind and bars nobody", (text) => {
  expect(readBarrier(7, tags(text))).toBe("unknown");
});
