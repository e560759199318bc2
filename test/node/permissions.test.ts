// Processes under Node's permission model: what they may not do gives an error of one sentence, and mere precautions are skipped.
import { spawnSync } from "node:child_process";
import type { FileHandle } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { sync } from "../../src/node/atomic.js";
import { inFile } from "../../src/node/trouble.js";
import { buildCli, cliIn } from "../helpers/built-cli.js";
import { trouble } from "../helpers/road-source.js";
import { scratch } from "../helpers/terminal.js";

const denied = (permission?: string) => Object.assign(new Error("denied"), { code: "ERR_ACCESS_DENIED", permission });
const fails = (error: unknown) => ({ sync: () => Promise.reject(error), datasync: () => Promise.reject(error) }) as unknown as FileHandle;

describe("a process with few permissions", () => {
  it.each([
    ["FileSystemRead", "--allow-fs-read"],
    ["FileSystemWrite", "--allow-fs-write"],
    [undefined, "a right"],
  ])("gets an error with the missing permission for a file: %s", async (permission, right) => {
    const { code, message } = await trouble(inFile("a.gpx", () => Promise.reject(denied(permission))));
    expect([code, message]).toEqual(["bad-input", `a.gpx: Node's permission model does not allow it without ${right}.`]);
  });

  it("does not fail if it may not wait for the disk, which Node forbids from 26 on, but does for errors of the disk", async () => {
    await sync(fails(denied()));
    await sync(fails(denied()), "datasync");
    await expect(sync(fails(new Error("EIO")))).rejects.toThrow("EIO");
  });
});

describe("the command", () => {
  const at = scratch();
  beforeAll(() => buildCli(at("")));
  const flag = process.allowedNodeEnvironmentFlags.has("--permission") ? "--permission" : "--experimental-permission";
  const town = fileURLToPath(new URL("../../fixtures/town.osm", import.meta.url));

  it.each([
    [["build", town, "-o", at("town.roads")], `${at("town.roads")}: Node's permission model does not allow it without --allow-fs-write.`],
    [["serve", "--roads", town, "--port", "0"], /^The pool's workers did not start: Access to this API has been restricted/],
  ])("has the error for %j", (argv, sentence) => {
    const seen = spawnSync(process.execPath, ["--no-warnings", flag, "--allow-fs-read=*", cliIn(at("")), ...argv], { encoding: "utf8" });
    expect(seen.status).toBe(1);
    expect(seen.stderr.replace(/^roadsnap: /, "").trim()).toEqual(
      typeof sentence === "string" ? sentence : expect.stringMatching(sentence),
    );
  });
});
