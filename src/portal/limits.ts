// Limits: of titles, texts and the lists in a request.
import { badInput } from "./refusal.js";

/** The longest title, in UTF-16 units. */
export const TITLE_LENGTH = 250;
/** The longest other text. */
export const TEXT_LENGTH = 64_000;

const LISTS = { items: 1000, groups: 512, users: 1000, tags: 128, typeKeywords: 128 };

/** @throws Refusal 400 when a request's list is longer than it may be. */
export function bounded(name: keyof typeof LISTS, list: readonly unknown[]): void {
  const limit = LISTS[name];
  if (list.length > limit) throw badInput(`${name} has ${list.length} entries; at most ${limit} are allowed in one request.`);
}
