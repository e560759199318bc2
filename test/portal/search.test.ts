// Search: the queries that clients send, what they find, in which order and pages; queries that cannot be understood give an error.
import { describe, expect, it } from "vitest";
import type { SearchRequest } from "../../src/portal/requests.js";
import type { Caller, Group, Item, Member } from "../../src/portal/types.js";
import { as, badInput, item, portalOf, refusal, response } from "./fake.js";

const ITEMS: Item[] = [
  item("roads", { title: "Town Roads", type: "Web Map", access: "public", tags: ["roads", "base map"], created: 3, modified: 9 }),
  item("layer", {
    title: "Drives",
    type: "Feature Service",
    typeKeywords: ["Hosted Service"],
    access: "org",
    groups: ["secret"],
    created: 1,
  }),
  item("plan", {
    title: "Shift plan",
    owner: "bob",
    type: "CSV",
    access: "shared",
    groups: ["team"],
    snippet: "Drives of the week",
    created: 2,
  }),
  item("diary", { title: "Diary", owner: "dana", type: "PDF", description: "Über die Fahrten", url: "https://localhost/diary" }),
];
const FIELDS = "id, owner, group, access, title, type, typekeywords, tags, snippet, description, url, orgid, accountid";

const found = (request: SearchRequest, caller: Caller = as("admin")) =>
  response(portalOf(ITEMS).search(caller, request))
    .results.map(({ id }) => id)
    .join(" ");

describe("a search query", () => {
  it.each<[string, string]>([
    // Single fields
    ["owner:bob", "plan"],
    ["owner:BOB", "plan"],
    ["owner:bo", ""],
    ["id: layer AND group: secret", "layer"],
    ["id:layer group:team", ""],
    ["group:team", "plan"],
    ["access:public", "roads"],
    ['type:"Feature Service"', "layer"],
    ["type:service", "layer"],
    ['type:"Service Feature"', ""],
    ['typekeywords:"hosted service"', "layer"],
    ["tags:map", "roads"],
    ["title:roads", "roads"],
    ["url:https://localhost/diary", "diary"],
    ["orgid:town", "roads layer plan diary"],
    ["owner:alice accountid:town", "roads layer"],
    ["accountid:elsewhere", ""],
    // Fields that are no text are compared whole, and some things have no value
    ["owner:bob!", ""],
    ["id:plan!", ""],
    ["group:team!", ""],
    ["access:public!", ""],
    ["url:localhost", ""],
    ["url:https://localhost/*", "diary"],
    ["url:https://localhost/diary?page=2", ""],
    ["orgid:town!", ""],
    ["url:undefined", ""],
    ["snippet:undefined", ""],
    // Words
    ["drives", "layer plan"],
    ["DRIVES", "layer plan"],
    ["drive", ""],
    ["driv*", "layer plan"],
    ["owner:a*", "roads layer"],
    ['"drives of"', "plan"],
    ["base-map", "roads"],
    ["über", "diary"],
    ["town plan", ""],
    // Combinations
    ["drives AND week", "plan"],
    ["town OR week", "roads plan"],
    ["drives NOT week", "layer"],
    ["drives AND NOT owner:bob", "layer"],
    ["drives -owner:bob", "layer"],
    ['drives -type:"Feature Service"', "plan"],
    ["NOT drives", "roads diary"],
    ["NOT NOT drives", "layer plan"],
    ["+drives +week", "plan"],
    ["drives && week || diary", "plan diary"],
    ["(town OR week) AND owner:alice", "roads"],
    ["town OR week owner:bob", "roads plan"],
    ["owner:(alice OR dana) NOT access:public", "layer diary"],
    ['(type:"web map" NOT type:"web map area") owner:alice', "roads"],
    ["((((week))))", "plan"],
    ["and", ""],
    // Queries that match everything
    ["", "roads layer plan diary"],
    ["  ", "roads layer plan diary"],
    ["*", "roads layer plan diary"],
    ["*:*", "roads layer plan diary"],
    ["title:*", "roads layer plan diary"],
    // Escapes and unusual characters
    ['title:"Town \\"Roads"', "roads"],
    ["Shift\\ plan", "plan"],
    ["-", "roads layer plan diary"],
    ["<script>", ""],
    // Boosts do not affect whether an item is found.
    ["plan^3", "plan"],
    ["title:plan^2.5", "plan"],
    ['"Shift plan"^2', "plan"],
    ["plan^", "plan"],
    ["__proto__:7", ""],
  ])("%j finds %j", (q, ids) => expect(found({ q })).toBe(ids));

  it.each<[string, string]>([
    ["size:7", `q asks for the field "size"; it must be one of ${FIELDS}.`],
    ["constructor:7", `q asks for the field "constructor"; it must be one of ${FIELDS}.`],
    ["(drives", "q has an opening parenthesis without a closing one."],
    ["drives)", "q has a closing parenthesis without an opening one."],
    ["()", "q ends, or has an operator, where a word is needed."],
    ["drives AND", "q ends, or has an operator, where a word is needed."],
    ["OR drives", "q ends, or has an operator, where a word is needed."],
    ["title:", "q ends, or has an operator, where a word is needed."],
    ["NOT", "q ends, or has an operator, where a word is needed."],
    ['"drives', 'q has an opening quotation mark without a closing one: "\\"drives".'],
    ["modified:[1 TO 2]", `q asks for the field "modified"; it must be one of ${FIELDS}.`],
    ["title:[a TO b]", 'q asks for a range ("[a"), which is not supported.'],
    ["plan~", 'q asks for words similar to "plan~" (~ or ?), which is not supported.'],
    ["title:pl?n", 'q asks for words similar to "pl?n" (~ or ?), which is not supported.'],
    ["x".repeat(4001), "q has 4001 characters; at most 4000 are allowed."],
    [`${"a OR ".repeat(100)}a`, "q has more than 100 words, phrases and values of fields that hold text."],
    [`title:(${'"a b" '.repeat(101)})`, "q has more than 100 words, phrases and values of fields that hold text."],
    [`${"(".repeat(21)}a${")".repeat(21)}`, "q has more than 20 parentheses within one another."],
  ])("%j is refused: %s", (q, sentence) => {
    expect(refusal(portalOf(ITEMS).search(as("admin"), { q }))).toEqual(badInput(sentence));
  });

  it.each([
    "(".repeat(4000),
    '"'.repeat(3999),
    "\\".repeat(4000),
    "-".repeat(4000),
    "NOT ".repeat(1000),
    " ".repeat(4000),
    "a:".repeat(2000),
    "* ".repeat(2000),
  ])("with 4000 equal signs is fast", (q) => expect(portalOf(ITEMS).search(as("admin"), { q })).toHaveProperty("ok"));

  it("may have as many ids as the length limit allows, and a hundred words", () => {
    expect(found({ q: `id:(${"x OR ".repeat(700)}plan)` })).toBe("plan");
    expect(found({ q: `${"a OR ".repeat(99)}shift` })).toBe("plan");
  });

  it("is combined with the filter parameter", () => {
    expect(found({ q: "drives", filter: 'type:"Feature Service"' })).toBe("layer");
    expect(refusal(portalOf().search(null, { filter: "(" }))).toEqual(badInput("filter ends, or has an operator, where a word is needed."));
  });
});

describe("the results of a search", () => {
  it.each<[string, Caller, string]>([
    ["nobody in particular", null, "roads"],
    ["another member", as("vera"), "roads layer"],
    ["a member of the group", as("bob"), "roads layer plan"],
    ["the owner", as("dana"), "roads layer diary"],
    ["an administrator", as("cory"), "roads layer plan diary"],
  ])("are the items that %s may see", (_, caller, ids) => expect(found({}, caller)).toBe(ids));

  it("do not reveal groups that the caller may not see", () => {
    expect(found({ q: "group:secret" }, as("bob"))).toBe("layer");
    expect(found({ q: "group:secret" }, as("alice"))).toBe("");
  });
});

describe("the order of results", () => {
  it.each<[SearchRequest, string]>([
    [{}, "roads layer plan diary"],
    [{ sortField: "relevance", sortOrder: "desc" }, "roads layer plan diary"],
    [{ sortField: "title" }, "diary layer plan roads"],
    [{ sortField: "TITLE", sortOrder: "DESC" }, "roads plan layer diary"],
    [{ sortField: "created" }, "diary layer plan roads"],
    [{ sortField: "modified", sortOrder: "desc" }, "roads plan layer diary"],
    [{ sortField: "type" }, "plan layer diary roads"],
    [{ sortField: "owner" }, "roads layer plan diary"],
    [{ sortField: "avgRating", sortOrder: "desc" }, "roads layer plan diary"],
    [{ sortField: " Created ", sortOrder: " desc " }, "roads plan layer diary"],
    [{ sortField: "", sortOrder: "" }, "roads layer plan diary"],
  ])("follows %j", (request, ids) => expect(found(request)).toBe(ids));

  it.each<[SearchRequest, string]>([
    [
      { sortField: "size" },
      'sortField is "size"; it must be one of relevance, title, type, owner, created, modified, numviews, avgrating, numcomments.',
    ],
    [
      { sortField: "constructor" },
      'sortField is "constructor"; it must be one of relevance, title, type, owner, created, modified, numviews, avgrating, numcomments.',
    ],
    [{ sortOrder: "up" }, 'sortOrder is "up"; it must be asc or desc.'],
  ])("may not be %j", (request, sentence) => expect(refusal(portalOf().search(null, request))).toEqual(badInput(sentence)));
});

describe("a page of results", () => {
  it.each<[SearchRequest, number, number, string]>([
    [{}, 10, -1, "roads layer plan diary"],
    [{ num: 2 }, 2, 3, "roads layer"],
    [{ num: 2, start: 3 }, 2, -1, "plan diary"],
    [{ num: 3, start: 2 }, 3, -1, "layer plan diary"],
    [{ num: 1, start: 9 }, 1, -1, ""],
    [{ num: 0 }, 0, -1, ""],
    [{ num: 1000 }, 100, -1, "roads layer plan diary"],
  ])("has the items for %j", (request, num, nextStart, ids) => {
    const { results, ...page } = response(portalOf(ITEMS).search(as("admin"), { q: "*", ...request }));
    expect(page).toEqual({ query: "*", total: 4, start: request.start ?? 1, num, nextStart });
    expect(results.map(({ id }) => id).join(" ")).toBe(ids);
  });

  it("together with the others has every item once", () => {
    const ids: string[] = [];
    for (let start = 1; start > 0; ) {
      const page = response(portalOf(ITEMS).search(as("admin"), { start, num: 3, sortField: "title" }));
      ids.push(...page.results.map(({ id }) => id));
      start = page.nextStart;
    }
    expect(ids).toEqual(["diary", "layer", "plan", "roads"]);
  });

  it.each<[SearchRequest, string]>([
    [{ start: 0 }, "start is 0; it must be a whole number, 1 or more."],
    [{ start: 1.5 }, "start is 1.5; it must be a whole number, 1 or more."],
    [{ start: Number.NaN }, "start is NaN; it must be a whole number, 1 or more."],
    [{ num: -1 }, "num is -1; it must be a whole number from 0 to 100."],
  ])("may not be %j", (request, sentence) => expect(refusal(portalOf().search(null, request))).toEqual(badInput(sentence)));
});

describe("a search for groups and members", () => {
  it.each<[string, Caller, string]>([
    ["", as("alice"), "team board editors"],
    ["", as("bob"), "team board editors secret"],
    ["", null, "board"],
    ["id:team accountid:town", as("alice"), "team"],
    ["owner:alice", as("dana"), "team editors"],
    ["id:secret", as("dana"), ""],
    ["edi*", as("dana"), "editors"],
    ["owner:alice!", as("dana"), ""],
    ["id:team!", as("dana"), ""],
    ["access:org!", as("dana"), ""],
    ["access:org -title:team", as("dana"), "editors"],
  ])("finds groups: %j", (q, caller, ids) => {
    expect(
      response(portalOf().searchGroups(caller, { q }))
        .results.map(({ id }) => id)
        .join(" "),
    ).toBe(ids);
  });

  it.each<[string, Caller, string]>([
    ["", as("vera"), "admin cory alice bob dana vera"],
    ["", null, ""],
    ["username:bob", as("vera"), "bob"],
    ["role:org_user", as("vera"), "bob dana"],
    ["al*", as("vera"), "alice"],
    ["username:bob!", as("vera"), ""],
    ["role:org_user!", as("vera"), ""],
  ])("finds members: %j", (q, caller, names) => {
    expect(
      response(portalOf().searchUsers(caller, { q }))
        .results.map(({ username }) => username)
        .join(" "),
    ).toBe(names);
  });

  const members: Member[] = [
    { username: "ann", role: "org_admin", fullName: "Zoe Ann", created: 2 },
    { username: "bob", role: "org_user", created: 3 },
    { username: "Cleo", role: "org_user", fullName: "aaron C", created: 1 },
  ];
  const groups: Group[] = [
    { id: "g1", title: "b", owner: "Cleo", access: "org", tags: ["fleet"], created: 2, members: [] },
    { id: "g2", title: "C", owner: "ann", access: "org", created: 3, members: [] },
    { id: "g3", title: "a", owner: "bob", access: "org", created: 1, members: [] },
  ];
  const some = portalOf([], { members, groups });

  it.each<[SearchRequest, string]>([
    [{}, "ann bob Cleo"],
    [{ sortField: "username", sortOrder: "desc" }, "Cleo bob ann"],
    [{ sortField: "fullName" }, "Cleo bob ann"],
    [{ sortField: "created" }, "Cleo ann bob"],
    [{ sortField: "modified", sortOrder: "desc" }, "bob ann Cleo"],
    [{ q: "zoe" }, "ann"],
    [{ q: "fullname:bob" }, "bob"],
  ])("sorts and finds members by %j", (request, names) => {
    const { results } = response(some.searchUsers(as("ann"), request));
    expect(results.map(({ username }) => username).join(" ")).toBe(names);
  });

  it.each<[SearchRequest, string]>([
    [{}, "g1 g2 g3"],
    [{ sortField: "title" }, "g3 g1 g2"],
    [{ sortField: "owner" }, "g2 g3 g1"],
    [{ sortField: "created" }, "g3 g1 g2"],
    [{ sortField: "modified", sortOrder: "desc" }, "g2 g1 g3"],
    [{ q: "tags:fleet" }, "g1"],
  ])("sorts and finds groups by %j", (request, ids) => {
    const { results } = response(some.searchGroups(as("ann"), request));
    expect(results.map(({ id }) => id).join(" ")).toBe(ids);
  });
});
