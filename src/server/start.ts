// Start: puts the server together: workers, tokens, the portal with its store, and the routes.
import type { Hono } from "hono";
import { threadsFor } from "../node/pool/options.js";
import { MatcherPool } from "../node/pool/pool.js";
import { createApp, type MoreRoutes } from "./app.js";
import type { Env, ServerContext } from "./context.js";
import { type ForClients, sharedOut } from "./executor.js";
import type { ServerSettings } from "./options.js";
import { publicUrlOf, tokenOf } from "./request.js";
import { memoryStore, openStore, type Store, sharingRoutes } from "./sharing/index.js";
import { createTokens } from "./tokens/index.js";
import { originOf, tokenRoutes } from "./tokens/routes.js";
import { ROUTES } from "./urls.js";

/** A server that is ready to answer. */
export interface Started {
  app: Hono<Env>;
  /** Sentences for the person who starts it. */
  warnings: readonly string[];
  stop(): Promise<void>;
}

/** Starts what a server needs. @throws SnapError when the portal, its folder or the roads cannot be used, or no worker starts. */
export async function startUp(settings: ServerSettings): Promise<Started> {
  const { portal, data } = settings;
  const store = data !== undefined ? await openStore(data, portal) : portal && memoryStore(portal);
  let executor: ForClients | undefined;
  try {
    executor = settings.executor ?? (await workers(settings));
    return assemble(settings, store, executor);
  } catch (error) {
    if (executor !== settings.executor) await executor?.close();
    store?.close();
    throw error;
  }
}

function assemble(settings: ServerSettings, store: Store | undefined, executor: ForClients): Started {
  const { token, open, now, trustProxy } = settings;
  const tokens = createTokens({ portal: store?.portal, token, open, keeper: store?.tokens, now });
  const context: ServerContext = {
    executor,
    options: settings,
    publicUrl: (c) => publicUrlOf(c, trustProxy),
    authorize(c) {
      const seen = tokens.authorize({ token: tokenOf(c, c.var.parameters), audience: "server", ...originOf(c, trustProxy) });
      return seen.ok ? { username: seen.username } : seen.envelope;
    },
  };
  const asking = { tokens, publicUrl: context.publicUrl, trustProxy };
  const routes: MoreRoutes[] = [{ at: ROUTES.tokens, routes: tokenRoutes(asking) }];
  if (store) routes.push({ at: ROUTES.sharing, routes: sharingRoutes({ ...asking, store, now }) });
  return {
    app: createApp(context, routes),
    warnings: store?.warnings ?? [],
    async stop() {
      await executor.close();
      store?.close();
    },
  };
}

/** Starts two workers more than long requests may take: one for short requests, which find it free or busy with short ones, and one for other clients. */
async function workers({ roads, maxRecords, maxSeconds, emptyLines, ...settings }: ServerSettings): Promise<ForClients> {
  const { threads = Math.max(3, threadsFor(roads.arcCount, 2)) } = settings;
  const pool = new MatcherPool(roads, { threads, maxRecords, maxSeconds, emptyLines });
  try {
    await pool.execute({}); // no valid request, and answered as such; but if workers cannot start, that is reported now rather than to every client
  } catch (error) {
    await pool.close();
    throw error;
  }
  return sharedOut(pool, threads);
}
