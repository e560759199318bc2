// The ArcGIS API for Python as published: a portal login, snap_to_roads through helperServices, reassigning and sharing. It uses only https.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createServer, type RoadsnapServer } from "../../src/server/index.js";
import { fixture, sixPointRoads } from "../server/serving.js";
import { installed } from "./installed.js";
import { LINES, POINTS, PROPERTIES, SNAPPED } from "./six-points.js";
import { behindTls, noTls } from "./tls.js";

const [DRIVES, SPEED_LIMITS] = ["ddab5cc29f3b8fa9a0c26d4f50491e28", "6687bbc4758e2e47cdcae9c9e83fabb5"];
const [DRIVERS, MAP_EDITORS] = ["2bbfe2364bd7338d84527563e8364593", "53442d7b1189112e97f5b82c8f785e02"];

const COMMANDS = [
  ["python3", "-c", "import sys; sys.version_info >= (3, 11) or sys.exit('Python 3.11 is needed.')"],
  ["python3", "-m", "venv", "venv"],
  ["venv/bin/pip", "install", "--no-deps", "--disable-pip-version-check", "--retries", "1", "-r", "requirements.txt"],
];

let missing: string | undefined;
let server: RoadsnapServer | undefined;
let proxy: Awaited<ReturnType<typeof behindTls>> | undefined;
let python: ChildProcess | undefined;
let answers: Interface;

/** The value of the last expression of this Python code; rejects with its exception. */
async function py(text: string): Promise<unknown> {
  python!.stdin!.write(`${JSON.stringify(text)}\n`);
  const [line] = await once(answers, "line");
  const { value, error } = JSON.parse(line);
  if (error !== undefined) throw new Error(error);
  return value;
}

/** A value as a Python literal. */
const spelt = (value: unknown) => `json.loads(${JSON.stringify(JSON.stringify(value))})`;

const BEGIN = (url: string) => `
import json
from arcgis.features import FeatureSet
from arcgis.gis import GIS, SharingLevel
from arcgis.network import RouteLayer
from arcgis.network.analysis import snap_to_roads
from arcgis.network._snap import SnapToRoadsAnalysisRegions

def sign_in(username, password=None):
    return GIS("${url}/portal", username, password or f"changeme-{username}", verify_cert=False)

def plain(features):
    return [{"attributes": one.attributes, "geometry": {key: one.geometry[key] for key in one.geometry if key != "spatialReference"}} for one in features]

points = ${spelt(POINTS)}
properties = ${spelt(PROPERTIES)}
`;

describe("ArcGIS API for Python", () => {
  beforeAll(async () => {
    const { folder, missing: reason = noTls } = await installed("python", "requirements.txt", COMMANDS);
    missing = reason;
    if (folder === undefined || missing !== undefined) return;
    // This client needs output_lines even without lines.
    const options = { portal: JSON.parse(fixture("portal.json")), emptyLines: true, trustProxy: true };
    server = createServer({ roads: await sixPointRoads(), port: 0, ...options });
    proxy = await behindTls((await server.listen()).port);
    const nowhere = "http://127.0.0.1:9"; // whatever it asks of anybody else fails
    const env = { ...process.env, HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, NO_PROXY: "127.0.0.1" };
    python = spawn(join(folder, "venv/bin/python"), ["evaluate.py"], { cwd: folder, env, stdio: ["pipe", "pipe", "ignore"] });
    answers = createInterface(python.stdout!);
    await py(BEGIN(proxy.url));
    await py(`alice, admin = sign_in("alice"), sign_in("ops-admin")`);
  });
  afterAll(async () => {
    python?.kill();
    proxy?.close();
    await server?.close();
  });
  beforeEach(({ skip }) => skip(missing !== undefined, missing));

  it("signs in with a name and a password, and gets an error if it cannot", async () => {
    expect(await py(`[alice.users.me.username, alice.users.me.role, admin.users.me.role]`)).toEqual([
      "alice",
      "org_publisher",
      "org_admin",
    ]);
    await expect(py(`sign_in("alice", "wrong")`)).rejects.toThrow("Invalid username or password.");
  });

  it.each([
    ["a dict", "points"],
    ["a FeatureSet", `FeatureSet.from_dict({**points, "geometryType": "esriGeometryPoint", "spatialReference": {"wkid": 4326}})`],
  ])("snap_to_roads of %s, with lines and road properties", async (_, given) => {
    expect(
      await py(`
result = snap_to_roads(${given}, return_lines=True, road_properties_on_snapped_points=properties, road_properties_on_lines=properties, gis=alice)
[plain(result.output_snapped_points.features), plain(result.output_lines.features), result.usage_cost]`),
    ).toEqual([SNAPPED, LINES, { numObjects: 6, credits: 0 }]);
  });

  it("snap_to_roads without lines", async () => {
    expect(
      await py(`
result = snap_to_roads(points, gis=alice)
[len(result.output_snapped_points.features), result.output_lines]`),
    ).toEqual([6, null]);
  });

  it("snap_to_roads with one of our travel modes and an analysis region", async () => {
    expect(
      await py(`
modes = RouteLayer(alice.properties.helperServices.odCostMatrix.url, gis=alice).retrieve_travel_modes()["supportedTravelModes"]
walking = next(mode for mode in modes if mode["name"] == "Walking Time")
result = snap_to_roads(points, walking, analysis_region=SnapToRoadsAnalysisRegions.NORTH_AMERICA, gis=alice)
[len(modes), result.usage_cost["numObjects"]]`),
    ).toEqual([8, 6]);
  });

  it("snap_to_roads with bad input", async () => {
    await expect(py(`snap_to_roads(points, "Flying", gis=alice)`)).rejects.toThrow("Unable to complete operation.");
  });

  it("searches items, groups and members", async () => {
    expect(
      await py(`[
  [one.title for one in alice.content.search("title:Drives")],
  [one.title for one in alice.groups.search("title:Drivers")],
  [one.username for one in admin.users.search("bob")],
  [one.title for one in GIS(admin.url, verify_cert=False).content.search("Rivermouth")],
]`),
    ).toEqual([["Drives"], ["Drivers"], ["bob"], ["Rivermouth Roads"]]);
  });

  it("creates folders", async () => {
    expect(await py(`alice.content.folders.create("Surveys"); [one.name for one in alice.content.folders.list()]`)).toEqual([
      "Root Folder",
      "Drives",
      "Surveys",
    ]);
  });

  it("item.sharing with everyone, the organisation and nobody", async () => {
    for (const [level, access] of [
      ["EVERYONE", "public"],
      ["ORG", "org"],
      ["PRIVATE", "private"],
    ]) {
      expect(
        await py(`
item = alice.content.get("${DRIVES}")
item.sharing.sharing_level = SharingLevel.${level}
alice.content.get("${DRIVES}").access`),
      ).toBe(access);
    }
  });

  it("item.sharing with a group, and unsharing", async () => {
    expect(
      await py(`
groups, drivers = item.sharing.groups, alice.groups.get("${DRIVERS}")
[groups.add(drivers), [one.id for one in groups.list()], groups.remove(drivers), groups.list()]`),
    ).toEqual([true, [DRIVERS], true, []]);
  });

  it("content.share_items: shareItems", async () => {
    expect(
      await py(
        `alice.content.share_items([item, alice.content.get("${SPEED_LIMITS}")], org=True, groups=["${DRIVERS}", "${MAP_EDITORS}"])`,
      ),
    ).toEqual({
      results: [DRIVES, SPEED_LIMITS].map((itemId) => ({ itemId, success: true, notSharedWith: [MAP_EDITORS] })),
    });
  });

  it("item.reassign_to as an administrator, and the reason if that is refused", async () => {
    await expect(py(`item.reassign_to("bob")`)).rejects.toThrow("You do not have permissions");
    await expect(py(`admin.content.get("${DRIVES}").reassign_to("guest")`)).rejects.toThrow("cannot be reassigned");
    expect(
      await py(`
success = admin.content.get("${DRIVES}").reassign_to("bob", "inbox")
item = admin.content.get("${DRIVES}")
[success, item.owner, [one.title for one in admin.users.get("bob").items("Inbox")]]`),
    ).toEqual([true, "bob", ["Drives"]]);
  });
});
