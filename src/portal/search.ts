// Search: the fields of items, groups and members, sorting and pages.
import type { Asker } from "./asker.js";
import { compileQuery, type Field, type Searchable } from "./query.js";
import { badInput } from "./refusal.js";
import type { SearchRequest } from "./requests.js";
import type { SearchResponse, WireGroup, WireItem, WireUser } from "./responses.js";
import { shownOrMissing } from "./show.js";
import type { GroupRecord, MemberRecord } from "./state.js";
import type { Item } from "./types.js";
import { wireGroup, wireItem, wireUser } from "./wire.js";

/** The longest page. */
const PAGE = 100;

/** A column results may be sorted by. */
type Sorts<T> = Readonly<Record<string, (thing: T) => string | number>>;

const NOTHING = () => 0;
const ITEM_SORTS: Sorts<Item> = {
  relevance: NOTHING,
  title: (item) => item.title.toLowerCase(),
  type: (item) => item.type.toLowerCase(),
  owner: (item) => item.owner.toLowerCase(),
  created: (item) => item.created ?? 0,
  modified: (item) => item.modified ?? item.created ?? 0,
  numviews: NOTHING,
  avgrating: NOTHING,
  numcomments: NOTHING,
};
const GROUP_SORTS: Sorts<GroupRecord> = {
  relevance: NOTHING,
  title: (group) => group.title.toLowerCase(),
  owner: (group) => group.owner.toLowerCase(),
  created: (group) => group.created ?? 0,
  modified: (group) => group.created ?? 0,
};
const USER_SORTS: Sorts<MemberRecord> = {
  relevance: NOTHING,
  username: (member) => member.username.toLowerCase(),
  fullname: (member) => (member.fullName ?? member.username).toLowerCase(),
  created: (member) => member.created ?? 0,
  modified: (member) => member.created ?? 0,
};

/** Items, all or those shared with one group. */
export function searchItems(asker: Asker, request: SearchRequest, groupId?: string): SearchResponse<WireItem> {
  // Only those who may see a group may learn that an item is in it.
  const groupsSeen = (item: Item) => asker.groupsSeen(item).map(({ id }) => id);
  const searchable: Searchable<Item> = {
    fields: {
      id: { values: (item) => [item.id], exact: true },
      owner: { values: (item) => [item.owner], exact: true },
      group: { values: groupsSeen, exact: true },
      access: { values: (item) => [item.access], exact: true },
      title: { values: (item) => [item.title] },
      type: { values: (item) => [item.type] },
      typekeywords: { values: (item) => item.typeKeywords ?? [] },
      tags: { values: (item) => item.tags ?? [] },
      snippet: { values: (item) => [item.snippet] },
      description: { values: (item) => [item.description] },
      url: { values: (item) => [item.url], exact: true },
      ...organisation(asker),
    },
    words: ["title", "type", "typekeywords", "tags", "snippet", "description"],
  };
  const test = both(request, searchable);
  const within = (item: Item) => groupId === undefined || item.groups.includes(groupId);
  const found = [...asker.state.items.values()].filter((item) => within(item) && asker.sees(item) && test(item));
  return page(request, sorted(request, found, ITEM_SORTS), (item) => wireItem(asker, item));
}

export function searchGroups(asker: Asker, request: SearchRequest): SearchResponse<WireGroup> {
  const searchable: Searchable<GroupRecord> = {
    fields: {
      id: { values: (group) => [group.id], exact: true },
      owner: { values: (group) => [group.owner], exact: true },
      access: { values: (group) => [group.access], exact: true },
      title: { values: (group) => [group.title] },
      tags: { values: (group) => group.tags ?? [] },
      snippet: { values: (group) => [group.snippet] },
      description: { values: (group) => [group.description] },
      ...organisation(asker),
    },
    words: ["title", "tags", "snippet", "description"],
  };
  const test = both(request, searchable);
  const found = [...asker.state.groups.values()].filter((group) => asker.seesGroup(group) && test(group));
  return page(request, sorted(request, found, GROUP_SORTS), (group) => wireGroup(asker, group));
}

/** Searches members. An anonymous caller finds none. */
export function searchUsers(asker: Asker, request: SearchRequest): SearchResponse<WireUser> {
  const searchable: Searchable<MemberRecord> = {
    fields: {
      username: { values: (member) => [member.username], exact: true },
      fullname: { values: (member) => [member.fullName ?? member.username] },
      role: { values: (member) => [member.role], exact: true },
      ...organisation(asker),
    },
    words: ["username", "fullname"],
  };
  const test = both(request, searchable);
  const found = asker.member === undefined ? [] : [...asker.state.members.values()].filter(test);
  return page(request, sorted(request, found, USER_SORTS), (member) => wireUser(asker, member));
}

/** The two names of the field that clients add to restrict a search to the organisation. */
function organisation(asker: Asker): Record<"orgid" | "accountid", Field<unknown>> {
  const field = { values: () => [asker.state.organisation.id], exact: true };
  return { orgid: field, accountid: field };
}

function both<T>({ q, filter }: SearchRequest, searchable: Searchable<T>): (thing: T) => boolean {
  const tests = [compileQuery("q", q, searchable), compileQuery("filter", filter, searchable)];
  return (thing) => tests.every((test) => test(thing));
}

/** Sorts results; equal ones keep the order in which they were created. Text is compared by code unit, so that the order is the same everywhere. */
function sorted<T>({ sortField = "relevance", sortOrder = "asc" }: SearchRequest, things: T[], sorts: Sorts<T>): T[] {
  const field = sortField.trim().toLowerCase() || "relevance";
  const order = sortOrder.trim().toLowerCase() || "asc";
  if (!Object.hasOwn(sorts, field))
    throw badInput(`sortField is ${shownOrMissing(sortField)}; it must be one of ${Object.keys(sorts).join(", ")}.`);
  if (order !== "asc" && order !== "desc") throw badInput(`sortOrder is ${shownOrMissing(sortOrder)}; it must be asc or desc.`);
  const key = sorts[field]!;
  const up = order === "asc" ? 1 : -1;
  return things.sort((a, b) => (key(a) < key(b) ? -up : key(a) > key(b) ? up : 0));
}

/** One page of a list, and where the next one begins; a page has at most 100 entries. */
export function paged<T>({ start = 1, num = 10 }: Pick<SearchRequest, "start" | "num">, things: readonly T[]) {
  if (!Number.isSafeInteger(start) || start < 1) throw badInput(`start is ${shownOrMissing(start)}; it must be a whole number, 1 or more.`);
  if (!Number.isSafeInteger(num) || num < 0) throw badInput(`num is ${shownOrMissing(num)}; it must be a whole number from 0 to ${PAGE}.`);
  const size = Math.min(num, PAGE);
  const next = start + size;
  return {
    total: things.length,
    start,
    num: size,
    nextStart: size > 0 && next <= things.length ? next : -1,
    page: things.slice(start - 1, next - 1),
  };
}

function page<T, W>(request: SearchRequest, things: readonly T[], wire: (thing: T) => W): SearchResponse<W> {
  const { page, ...where } = paged(request, things);
  return { query: request.q ?? "", ...where, results: page.map(wire) };
}
