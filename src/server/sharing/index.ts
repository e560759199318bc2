// Sharing: the portal's sharing API over HTTP: finds the caller, runs the operation, stores its changes, then answers.
import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { SnapError } from "../../errors.js";
import type { Caller, Fresh, Outcome } from "../../portal/types.js";
import { type ErrorEnvelope, isErrorEnvelope } from "../../snap/envelope.js";
import { answer, answerPage } from "../answer.js";
import type { Env, RequestContext } from "../context.js";
import { invalidUrl } from "../failures.js";
import { descriptionPage } from "../pages.js";
import { tokenOf } from "../request.js";
import { stored } from "../stored.js";
import { oauthRoutes } from "../tokens/oauth.js";
import { originOf, type TokenRoutesOptions, tokenRoutes } from "../tokens/routes.js";
import { serviceUrls } from "../urls.js";
import { portalsSelf, sharingInfo, sharingRoot } from "./descriptions.js";
import { Given } from "./given.js";
import { type Operation, READS, WRITES } from "./operations.js";
import type { Store } from "./store.js";

export { memoryStore, openStore, type Store } from "./store.js";

/** What the routes of the sharing API need. */
export interface SharingOptions extends TokenRoutesOptions {
  store: Store;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The routes under `sharing/rest`. */
export function sharingRoutes(options: SharingOptions): Hono<Env> {
  const routes = new Hono<Env>();
  const { portal } = options.store;
  const urls = (c: RequestContext) => serviceUrls(options.publicUrl(c));

  routes.use(async (c, next) => {
    c.var.parameters.format(); // an unknown one is refused before anything is done
    await next();
  });
  routes.all("/", (c) => send(c, sharingRoot()));
  routes.all("/info", (c) => send(c, sharingInfo(urls(c))));
  routes.route("/", tokenRoutes(options));
  routes.route("/", oauthRoutes(options));
  routes.all("/portals/:id", (c) => {
    const caller = callerOf(c, options);
    if (isRefused(caller)) return send(c, caller);
    const outcome = portal.portalSelf(caller);
    if (!outcome.ok) return send(c, { error: outcome.error });
    const { id, urlKey } = outcome.response;
    const known = ["self", id, urlKey].includes(c.req.param("id"));
    return send(c, known ? portalsSelf(outcome.response, urls(c)) : invalidUrl());
  });
  for (const [path, operation] of Object.entries(WRITES)) routes.all(path, (c) => operate(c, options, operation, "POST"));
  for (const [path, operation] of Object.entries(READS)) routes.all(path, (c) => operate(c, options, operation));
  return routes;
}

function operate(c: RequestContext, options: SharingOptions, operation: Operation, only?: "POST"): Response {
  if (only && c.req.method !== only) {
    throw new SnapError("bad-input", `The method is ${c.req.method}; requests that change the portal must use POST.`);
  }
  const caller = callerOf(c, options);
  if (isRefused(caller)) return send(c, caller);
  const { store } = options;
  // All this is synchronous, so no other request comes between reading, storing and applying.
  const outcome: Outcome<object> = operation(store.portal, caller, new Given(c), freshAt(options.now()));
  if (!outcome.ok) return send(c, { error: outcome.error });
  return send(c, stored(c, () => store.commit(outcome.changes)) ?? outcome.response);
}

/** The caller. Without a token it is anonymous, which is enough for what is public. */
function callerOf(c: RequestContext, { tokens, trustProxy }: SharingOptions): Caller | ErrorEnvelope {
  const token = tokenOf(c, c.var.parameters);
  if (token === undefined && !tokens.open) return null;
  const asks = tokens.authorize({ token, ...originOf(c, trustProxy), audience: "portal" });
  if (!asks.ok) return asks.envelope;
  if (asks.username === null) return null;
  c.env.note.user = asks.username;
  return { username: asks.username };
}

function isRefused(caller: Caller | ErrorEnvelope): caller is ErrorEnvelope {
  return caller !== null && isErrorEnvelope(caller);
}

function send(c: RequestContext, value: object): Response {
  const format = c.var.parameters.format();
  if (format !== "html" || isErrorEnvelope(value)) return answer(c, value, format === "pjson" ? "pjson" : "json");
  return answerPage(c, descriptionPage("Portal", value));
}

/** New ids in the form that clients expect, 32 hexadecimal digits; and the time. */
function freshAt(now: number): Fresh {
  return { id: () => randomUUID().replaceAll("-", ""), now };
}
