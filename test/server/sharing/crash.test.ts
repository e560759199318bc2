// The server is killed, or its disk fills up, during a thousand shareItems requests: nothing acknowledged is lost, and nothing is half done.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { symlinkSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PortalFile } from "../../../src/portal/types.js";
import { openStore } from "../../../src/server/sharing/index.js";
import { scratch } from "../../helpers/terminal.js";

const REQUESTS = 1000;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const at = scratch();

/** Two items for each request; either both are shared or neither is. */
const FILE: PortalFile = {
  organisation: { id: "org", name: "Test" },
  members: [{ username: "ada", role: "org_admin" }],
  groups: [{ id: "group", title: "Group", owner: "ada", access: "org" }],
  items: Array.from({ length: REQUESTS }, (_, i) => [`left-${i}`, `right-${i}`])
    .flat()
    .map((id) => ({ id, owner: "ada", folderId: null, title: id, type: "CSV", access: "private", groups: [] })),
};

let child: ChildProcess;
let ended: Promise<unknown>;
const kill = async () => {
  child?.kill("SIGKILL");
  await ended;
};
afterEach(kill);

/** Starts the server and returns its address; `limit` is the most KiB it may write into one file. */
async function start(data: string, limit = "unlimited"): Promise<string> {
  const command = `ulimit -f ${limit}; exec "$0" "$@"`;
  child = spawn("bash", ["-c", command, process.execPath, at("child.mjs"), at("portal.json"), data], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  ended = once(child, "exit");
  const lines = createInterface(child.stdout!);
  const [url] = await once(lines, "line");
  return url;
}

/** The answer to one shareItems request; undefined if the server died before it. */
function share(url: string, i: number, agent: Agent): Promise<object | undefined> {
  const body = new URLSearchParams({ f: "json", token: "dev", items: `left-${i},right-${i}`, groups: "group" }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": body.length };
  return new Promise((resolve) => {
    const sent = request(`${url}/sharing/rest/content/users/ada/shareItems`, { method: "POST", headers, agent }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece) => (text += piece));
      response.on("close", () => resolve(response.complete ? JSON.parse(text) : undefined));
    });
    sent.on("error", () => resolve(undefined));
    sent.end(body);
  });
}

/** Sends all requests over eight connections until `enough` returns true. Returns which were acknowledged, and the errors of the others. */
async function shareAll(url: string, enough: (acknowledged: Set<number>, refused: object[]) => boolean) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const [acknowledged, refused] = [new Set<number>(), [] as object[]];
  let next = 0;
  const sender = async () => {
    while (next < REQUESTS && !enough(acknowledged, refused)) {
      const i = next++;
      const answer = await share(url, i, agent);
      if (answer && "results" in answer) acknowledged.add(i);
      else if (answer) refused.push(answer);
    }
  };
  await Promise.all(Array.from({ length: 8 }, sender));
  agent.destroy();
  return { acknowledged, refused };
}

/** For each request, how many of its two items are shared in the state of the folder. */
async function sharedIn(data: string): Promise<number[]> {
  const store = await openStore(data);
  const shared = new Set(
    store.portal
      .toJSON()
      .items?.filter(({ groups }) => groups.includes("group"))
      .map(({ id }) => id),
  );
  store.close();
  return Array.from({ length: REQUESTS }, (_, i) => Number(shared.has(`left-${i}`)) + Number(shared.has(`right-${i}`)));
}

describe.skipIf(process.platform === "win32")("during a thousand shareItems requests", () => {
  beforeAll(async () => {
    symlinkSync(here("../../../node_modules"), at("node_modules"));
    const build = await rolldown({ input: here("./child.ts"), platform: "node", external: /^[^./]/ });
    await build.write({ file: at("child.mjs"), format: "esm" });
    await build.close();
    writeFileSync(at("portal.json"), JSON.stringify(FILE));
  });

  it("kill -9 loses nothing that was acknowledged, and leaves nothing half done", async () => {
    const url = await start(at("killed"));
    const { acknowledged } = await shareAll(url, (done) => done.size >= 150 && child.kill("SIGKILL"));
    await kill();
    const shared = await sharedIn(at("killed"));
    expect(acknowledged.size).toBeGreaterThanOrEqual(150);
    expect([...acknowledged].filter((i) => shared[i] !== 2)).toEqual([]);
    expect(shared.filter((count) => count === 1)).toEqual([]);
    // Of the other requests at most one for each connection was under way.
    expect(shared.filter((count) => count === 2).length - acknowledged.size).toBeLessThanOrEqual(8);
    // The server continues from that state.
    expect(await share(await start(at("killed")), REQUESTS - 1, new Agent())).toHaveProperty("results");
  });

  it("a full disk lets no more requests succeed or take effect, and the server still answers", async () => {
    const url = await start(at("full"), "600");
    const { acknowledged, refused } = await shareAll(url, (_, refused) => refused.length > 20);
    expect(acknowledged.size).toBeGreaterThan(50);
    expect(refused.length).toBeGreaterThan(20);
    expect(new Set(refused.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([
        '{"error":{"code":500,"message":"Unable to complete operation.","details":["The change could not be stored, so it was not made."]}}',
      ]),
    );
    const search = await fetch(`${url}/sharing/rest/content/groups/group?f=json&num=0&token=dev`);
    expect(await search.json()).toMatchObject({ total: 2 * acknowledged.size });
    await kill();
    expect(await sharedIn(at("full"))).toEqual(Array.from({ length: REQUESTS }, (_, i) => (acknowledged.has(i) ? 2 : 0)));
  });
});
