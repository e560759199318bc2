// Content: creates folders and items.
import type { Asker } from "./asker.js";
import { folderByTitle, folderTitle } from "./folders.js";
import { bounded, TEXT_LENGTH, TITLE_LENGTH } from "./limits.js";
import { badInput, forbidden, noSuchFolder } from "./refusal.js";
import type { AddItemRequest, CreateFolderRequest } from "./requests.js";
import type { AddItemResponse, CreateFolderResponse } from "./responses.js";
import { shownOrMissing } from "./show.js";
import type { Done, Fresh, Item } from "./types.js";
import { wireFolder } from "./wire.js";

export function createFolder(asker: Asker, request: CreateFolderRequest, fresh: Fresh): Done<CreateFolderResponse> {
  const member = asker.actsFor(request.username);
  if (!asker.has("portal:user:createItem")) throw forbidden();
  const title = folderTitle("title", request.title);
  if (folderByTitle(member, title))
    throw badInput(`title is ${shownOrMissing(title)}; ${member.username} already has a folder with this title.`);
  const folder = { id: fresh.id(), title, created: fresh.now };
  return {
    response: { success: true, folder: wireFolder(member, folder) },
    changes: [{ kind: "folder-created", username: member.username, folder }],
  };
}

/** Adds an item. It is private until it is shared. */
export function addItem(asker: Asker, request: AddItemRequest, fresh: Fresh): Done<AddItemResponse> {
  const member = asker.actsFor(request.username);
  if (!asker.has("portal:user:createItem")) throw forbidden();
  const folderId = request.folderId ?? null;
  if (folderId !== null && !member.folders.some(({ id }) => id === folderId)) throw noSuchFolder();
  const item: Item = {
    id: fresh.id(),
    owner: member.username,
    folderId,
    title: needed("title", request.title),
    type: needed("type", request.type),
    url: text("url", request.url),
    typeKeywords: words("typeKeywords", request.typeKeywords),
    description: text("description", request.description),
    snippet: text("snippet", request.snippet),
    tags: words("tags", request.tags),
    access: "private",
    groups: [],
    created: fresh.now,
    modified: fresh.now,
  };
  return { response: { success: true, id: item.id, folder: folderId }, changes: [{ kind: "item-added", item }] };
}

function needed(parameter: string, value: string | undefined): string {
  const trimmed = value?.trim() ?? "";
  if (trimmed === "" || trimmed.length > TITLE_LENGTH) {
    throw badInput(`${parameter} is ${shownOrMissing(value)}; it must be 1 to ${TITLE_LENGTH} characters.`);
  }
  return trimmed;
}

function text(parameter: string, value: string | undefined): string | null {
  if (value !== undefined && value.length > TEXT_LENGTH) {
    throw badInput(`${parameter} has ${value.length} characters; at most ${TEXT_LENGTH} are allowed.`);
  }
  return value ?? null;
}

function words(parameter: "tags" | "typeKeywords", values: readonly string[] = []): string[] {
  bounded(parameter, values);
  return values.map((word) => needed(parameter, word));
}
