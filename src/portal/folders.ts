// Folders by title, as createFolder and reassign name them.
import { TITLE_LENGTH } from "./limits.js";
import { badInput } from "./refusal.js";
import { shownOrMissing } from "./show.js";
import type { MemberRecord } from "./state.js";
import type { Folder } from "./types.js";

/** A member's folder with this title, without regard to case. */
export function folderByTitle(member: MemberRecord, title: string): Folder | undefined {
  const wanted = title.toLowerCase();
  return member.folders.find((folder) => folder.title.toLowerCase() === wanted);
}

/** A new folder's title, without blanks around it. @throws Refusal 400 naming the parameter when it is no valid title. */
export function folderTitle(parameter: string, value: string | undefined): string {
  const title = value?.trim() ?? "";
  if (title === "" || title.length > TITLE_LENGTH || /[/\p{Cc}]/u.test(title)) {
    throw badInput(
      `${parameter} is ${shownOrMissing(value)}; it must be 1 to ${TITLE_LENGTH} characters without / and control characters.`,
    );
  }
  return title;
}
