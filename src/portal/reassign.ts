// Reassign: an administrator gives a member's item to another member, into a folder that is created if it is missing.
import { type Asker, hasSharingAccess } from "./asker.js";
import { folderByTitle, folderTitle } from "./folders.js";
import { privilegesOf } from "./privileges.js";
import { badInput, forbidden, noSuchUser, targetLacksPrivilege } from "./refusal.js";
import type { ReassignRequest } from "./requests.js";
import type { ReassignResponse } from "./responses.js";
import { levelOf } from "./sharing.js";
import type { MemberRecord } from "./state.js";
import type { Change, Done, Fresh, Item } from "./types.js";

/**
 * Reassigns an item. The order of checks: the caller's privilege, the item and its owner, the target member, the target's privilege, the item's groups, the
 * folder.
 */
export function reassign(asker: Asker, request: ReassignRequest, fresh: Fresh): Done<ReassignResponse> {
  asker.signedIn();
  if (!asker.has("portal:admin:reassignItems")) throw forbidden();
  const item = asker.item(request.itemId, request.owner);

  const targetUsername = request.targetUsername?.trim();
  if (!targetUsername) throw badInput("targetUsername is missing; it must be the username of a member of the organisation.");
  const target = asker.state.members.get(targetUsername);
  if (target === undefined) throw noSuchUser();
  if (!privilegesOf(asker.state, target).includes("portal:user:receiveItems")) throw targetLacksPrivilege(describe(item));
  admitted(asker, item, target);

  const { folderId, created } = folder(target, request.targetFolderName, fresh);
  return {
    response: { success: true, itemId: item.id },
    changes: [...created, { kind: "item-reassigned", itemId: item.id, owner: target.username, folderId }],
  };
}

/** A private item can be reassigned only if its new owner might share it with every group that it is shared with. */
function admitted(asker: Asker, item: Item, target: MemberRecord): void {
  if (levelOf(item) !== "private") return;
  const closed = item.groups.filter((id) => {
    const group = asker.state.groups.get(id);
    return group === undefined || !hasSharingAccess(group, target.username);
  });
  if (closed.length > 0) {
    throw badInput(
      `targetUsername is ${JSON.stringify(target.username)}, who does not have sharing access to every group that the item is shared with (${closed.length} without, the first is ${closed[0]}); unshare the item or add the member to the group first.`,
    );
  }
}

function folder(target: MemberRecord, name: string | undefined, fresh: Fresh): { folderId: string | null; created: Change[] } {
  const asked = name?.trim() ?? "";
  if (asked === "" || asked === "/") return { folderId: null, created: [] };
  const title = folderTitle("targetFolderName", asked);
  const known = folderByTitle(target, title);
  if (known !== undefined) return { folderId: known.id, created: [] };
  const made = { id: fresh.id(), title, created: fresh.now };
  return { folderId: made.id, created: [{ kind: "folder-created", username: target.username, folder: made }] };
}

function describe({ id, type, url, reservedTypeKeywords, owner }: Item): object {
  return { itemId: id, type, url: url ?? "", reservedTypeKeywords: reservedTypeKeywords ?? [], owner };
}
