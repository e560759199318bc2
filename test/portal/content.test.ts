// New folders and items: who may create them, what they need, and what they are like.
import { describe, expect, it } from "vitest";
import type { AddItemRequest, CreateFolderRequest } from "../../src/portal/requests.js";
import type { Caller } from "../../src/portal/types.js";
import {
  as,
  badInput,
  done,
  fresh,
  NO_FOLDER,
  NO_USER,
  NOT_PERMITTED,
  portalOf,
  refusal,
  response,
  stored,
  TOKEN_REQUIRED,
} from "./fake.js";

const TITLE = "it must be 1 to 250 characters";

describe("createFolder", () => {
  it.each(["alice", "admin"])("creates a folder for alice, called by %s", (caller) => {
    const p = portalOf();
    const folder = { username: "alice", id: "fresh1", title: "New Folder", created: 1_700_000_000_000 };
    expect(done(p, p.createFolder(as(caller), { username: "alice", title: " New Folder " }, fresh()))).toEqual({ success: true, folder });
    expect(response(p.userContent(as("alice"), { username: "alice" })).folders).toEqual([
      { ...folder, id: "drives", title: "Drives", created: 0 },
      folder,
    ]);
  });

  it.each<[string, Caller, CreateFolderRequest, unknown]>([
    ["nobody signed in", null, { username: "alice", title: "x" }, TOKEN_REQUIRED],
    ["another member", as("bob"), { username: "alice", title: "x" }, NOT_PERMITTED],
    ["a viewer", as("vera"), { username: "vera", title: "x" }, NOT_PERMITTED],
    ["an unknown user", as("admin"), { username: "nobody", title: "x" }, NO_USER],
    ["no title", as("alice"), { username: "alice" }, badInput(`title is missing; ${TITLE} without / and control characters.`)],
    ["a blank title", as("alice"), { username: "alice", title: " " }, badInput(`title is " "; ${TITLE} without / and control characters.`)],
    [
      "the title of the root folder",
      as("alice"),
      { username: "alice", title: "/" },
      badInput(`title is "/"; ${TITLE} without / and control characters.`),
    ],
    [
      "an existing title, whatever its case",
      as("alice"),
      { username: "alice", title: "DRIVES" },
      badInput('title is "DRIVES"; alice already has a folder with this title.'),
    ],
  ])("is refused for %s", (_, caller, request, error) => {
    expect(refusal(portalOf().createFolder(caller, request, fresh()))).toEqual(error);
  });
});

describe("addItem", () => {
  const map = { username: "alice", title: "Map", type: "Web Map" };

  it("creates an item that is private to its owner", () => {
    const p = portalOf();
    const request = {
      ...map,
      url: "https://localhost/x",
      tags: [" a ", "b"],
      typeKeywords: ["Map"],
      snippet: "short",
      description: "long",
    };
    expect(done(p, p.addItem(as("alice"), request, fresh()))).toEqual({ success: true, id: "fresh1", folder: null });
    expect(stored(p, "fresh1")).toEqual({
      id: "fresh1",
      owner: "alice",
      folderId: null,
      title: "Map",
      type: "Web Map",
      url: "https://localhost/x",
      typeKeywords: ["Map"],
      description: "long",
      snippet: "short",
      tags: ["a", "b"],
      access: "private",
      groups: [],
      created: 1_700_000_000_000,
      modified: 1_700_000_000_000,
    });
  });

  it("may be called by an administrator in the owner's name, with a folder", () => {
    const p = portalOf();
    expect(done(p, p.addItem(as("admin"), { ...map, folderId: "drives" }, fresh()))).toEqual({
      success: true,
      id: "fresh1",
      folder: "drives",
    });
    expect(stored(p, "fresh1").owner).toBe("alice");
  });

  it.each<[string, Caller, Partial<AddItemRequest>, unknown]>([
    ["nobody signed in", null, {}, TOKEN_REQUIRED],
    ["another member", as("bob"), {}, NOT_PERMITTED],
    ["a viewer", as("vera"), { username: "vera" }, NOT_PERMITTED],
    ["a folder that does not exist", as("alice"), { folderId: "none" }, NO_FOLDER],
    ["another member's folder", as("bob"), { username: "bob", folderId: "drives" }, NO_FOLDER],
    ["no title", as("alice"), { title: undefined }, badInput(`title is missing; ${TITLE}.`)],
    ["a title too long", as("alice"), { title: "x".repeat(251) }, badInput(`title is "${"x".repeat(60)}…"; ${TITLE}.`)],
    ["no type", as("alice"), { type: " " }, badInput(`type is " "; ${TITLE}.`)],
    ["a blank tag", as("alice"), { tags: ["a", ""] }, badInput(`tags is ""; ${TITLE}.`)],
    [
      "too many tags",
      as("alice"),
      { tags: Array(129).fill("a") },
      badInput("tags has 129 entries; at most 128 are allowed in one request."),
    ],
    [
      "a text that is too long",
      as("alice"),
      { snippet: "x".repeat(64_001) },
      badInput("snippet has 64001 characters; at most 64000 are allowed."),
    ],
  ])("is refused for %s", (_, caller, change, error) => {
    expect(refusal(portalOf().addItem(caller, { ...map, ...change }, fresh()))).toEqual(error);
  });
});
