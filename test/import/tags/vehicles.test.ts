// Roads for buses and for taxis: what is open only to them counts as open to driving, as tables; and a drive along a busway.
import { describe, expect, it } from "vitest";
import { readOsm } from "../../../src/import/roads/osm.js";
import { readRestriction } from "../../../src/import/roads/restrictions.js";
import { readBarrier } from "../../../src/import/tags/barriers.js";
import { readWayTags } from "../../../src/import/tags/tags.js";
import { asForCars, type Vehicle } from "../../../src/import/tags/vehicles.js";
import { Matcher } from "../../../src/match/matcher.js";
import { Access, ROAD_CLASSES } from "../../../src/roads/attributes.js";
import { buildRoads } from "../../../src/roads/build.js";
import { letters, tags } from "../../helpers/osm-tags.js";

const VEHICLES: Vehicle[] = ["car", "taxi", "bus"];

/** For car, taxi and bus, or other vehicles: "→" along the way, "←" against it, "↔" both, "–" not at all. */
function open(text: string, vehicles = VEHICLES): string {
  return vehicles
    .map((vehicle) => {
      const verdict = readWayTags(asForCars(tags(text), vehicle));
      if (verdict.kind !== "road") return "?";
      const [along, against] = [verdict.rules.forward & Access.driving, verdict.rules.backward & Access.driving];
      return along && against ? "↔" : along ? "→" : against ? "←" : "–";
    })
    .join(" ");
}

describe("access for a car, a taxi and a bus", () => {
  it.each([
    ["highway=primary", "↔ ↔ ↔"],
    ["highway=busway", "– – ↔"],
    ["highway=busway, oneway=yes", "– – →"],
    ["highway=busway, taxi=yes", "– ↔ ↔"],
    ["highway=busway, bus=no, psv=no", "– – –"],
    ["highway=service, access=no, bus=yes", "– – ↔"],
    ["highway=service, access=no, psv=yes", "– ↔ ↔"],
    ["highway=service, access=no, bus=yes, taxi=yes", "– ↔ ↔"],
    ["highway=service, motor_vehicle=psv", "– ↔ ↔"],
    ["highway=service, access=bus", "– – ↔"],
    ["highway=service, vehicle=taxi;bus", "– ↔ ↔"],
    ["highway=service, vehicle=taxi; bus", "– ↔ ↔"],
    ["highway=service, motor_vehicle=no", "– – –"],
    ["highway=residential, motorcar=no", "– – ↔"],
    ["highway=residential, motorcar=no, taxi=yes", "– ↔ ↔"],
    ["highway=residential, bus=no", "↔ ↔ –"],
    ["highway=residential, bus:forward=no", "↔ ↔ ←"],
    ["highway=residential, motor_vehicle=no, psv:forward=yes", "– → →"],
    ["highway=residential, psv=no, taxi=yes", "↔ ↔ –"],
    ["highway=residential, bus=no, bus:conditional=yes @ (06:00-09:00)", "↔ ↔ ↔"],
    ["highway=residential, oneway=yes, oneway:bus=no", "→ → ↔"],
    ["highway=residential, oneway=yes, oneway:psv=no", "→ ↔ ↔"],
    ["highway=residential, oneway=yes, psv:backward=yes", "→ ↔ ↔"],
    ["highway=residential, oneway=yes, busway=opposite_lane", "→ → ↔"],
    ["highway=residential, oneway=yes, lanes:psv:backward=1", "→ ↔ ↔"],
    ["highway=residential, oneway=yes, bus:lanes:backward=designated", "→ → ↔"],
    ["highway=residential, oneway=yes, bus:lanes:backward=no", "→ → →"],
    ["highway=residential, tourist_bus=no", "↔ ↔ ↔"],
    ["highway=residential, bus=no, tourist_bus=yes", "↔ ↔ –"],
    ["highway=service, access=no, tourist_bus=designated", "– – ↔"],
    ["highway=pedestrian, bus=yes", "– – ↔"],
    ["highway=motorway, oneway=yes, access=no, hov=designated", "→ → →"],
  ])("%s: %s", (text, expected) => expect(open(text)).toBe(expected));

  it.each([
    ["highway=residential", "↔ ↔"],
    ["highway=path, motorcycle=yes", "– ↔"],
    ["highway=service, motorcar=no, motorcycle=yes", "– ↔"],
    ["highway=residential, motorcycle=no", "↔ –"],
    ["highway=residential, motorcar=no", "– ↔"],
    ["highway=residential, motor_vehicle=no", "– –"],
  ])("%s: for a car and a motorcycle %s", (text, expected) => expect(open(text, ["car", "motorcycle"])).toBe(expected));

  it.each([
    ["highway=busway", "service unclassified"],
    ["highway=service, access=no, bus=yes", "service unclassified"],
    ["highway=service, motor_vehicle=bus", "service unclassified"],
    ["highway=service, service=driveway, bus=yes", "service service"],
    ["highway=service, access=private", "service service"],
  ])("%s: for a car and a bus of the class %s", (text, expected) => {
    const classes = (["car", "bus"] as const).map((vehicle) => {
      const verdict = readWayTags(asForCars(tags(text), vehicle));
      return verdict.kind === "road" ? ROAD_CLASSES[verdict.rules.roadClass] : "?";
    });
    expect(classes.join(" ")).toBe(expected);
  });

  it.each([
    ["barrier=bollard", "wc wc wc"],
    ["barrier=bus_trap", "wc wc dwc"],
    ["barrier=sump_buster, bus=no", "wc wc wc"],
    ["barrier=bollard, psv=yes", "wc dwc dwc"],
    ["barrier=gate, access=no, bus=yes", "- - d"],
  ])("past %s: %s", (text, expected) => {
    const barriers = VEHICLES.map((vehicle) => readBarrier(7, asForCars(tags(text), vehicle)));
    expect(barriers.map((barrier) => letters((barrier as { access: number }).access)).join(" ")).toBe(expected);
  });

  it.each([
    ["restriction=no_left_turn", "dtc dtc dtc"],
    ["restriction=no_left_turn, except=psv", "dtc tc tc"],
    ["restriction=no_left_turn, except=bus;bicycle", "dt dt t"],
    ["restriction:bus=no_left_turn", "- - d"],
    ["restriction=no_left_turn, restriction:bus=none", "dtc dtc tc"],
  ])("with %s binds %s", (text, expected) => {
    const member = (role: string, ref: number) => ({ type: role === "via" ? "node" : "way", ref, role }) as const;
    const members = [member("from", 1), member("via", 2), member("to", 3)];
    const bound = VEHICLES.map((vehicle) => {
      const found = readRestriction(1, asForCars(tags(`type=restriction, ${text}`), vehicle), members) ?? [];
      return letters(Array.isArray(found) ? found.reduce((modes, one) => modes | one.modes, 0) : 0);
    });
    expect(bound.join(" ")).toBe(expected);
  });
});

describe("a busway next to a street", () => {
  const osm = `<osm version="0.6">${[0, 1, 2, 3].map((n) => `<node id="${n + 1}" lat="${50 + (n % 2) * 0.00011}" lon="${8 + Math.floor(n / 2) * 0.02}"/>`).join("")}
    <way id="1"><nd ref="1"/><nd ref="3"/><tag k="highway" v="primary"/></way>
    <way id="2"><nd ref="2"/><nd ref="4"/><tag k="highway" v="busway"/></way></osm>`;
  const track = Array.from({ length: 50 }, (_, i) => ({ lon: 8.001 + i * 0.0003, lat: 50.00011 + 0.00003 * Math.sin(i), time: 5 * i }));
  const wayOf = async (vehicle?: Vehicle) => {
    const roads = buildRoads(await readOsm(new TextEncoder().encode(osm), { vehicle }));
    return [...new Set(new Matcher(roads).match(track).points.map(({ edge }) => roads.edgeWay[edge]))];
  };

  it("is matched for a bus, and never for a car", async () => {
    expect([await wayOf("bus"), await wayOf("car"), await wayOf()]).toEqual([[2], [1], [1]]);
  });

  it("is not available to an unknown vehicle, which is an error", async () => {
    await expect(readOsm(new TextEncoder().encode(osm), { vehicle: "tram" as Vehicle })).rejects.toThrow(
      'vehicle is "tram"; it must be one of car, taxi, bus, motorcycle.',
    );
  });
});
