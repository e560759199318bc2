// Putting the server together: workers, tokens, the portal and its store, and the routes over them.
import type { Hono } from "hono";
import { coresAtHand } from "../node/cores.js";
import { MatcherPool } from "../node/pool.js";
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
  /** What whoever starts it should know, a sentence each. */
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

/** Two workers more than take long requests: one for short ones, which find it free or busy with others as short, and one for other clients. */
async function workers({ roads, threads = coresAtHand() + 2, maxRecords, maxSeconds, emptyLines }: ServerSettings): Promise<ForClients> {
  const pool = new MatcherPool(roads, {
    threads,
    maxRecords,
    ...(maxSeconds !== undefined && { maxSeconds }),
    ...(emptyLines !== undefined && { emptyLines }),
  });
  try {
    await pool.execute({}); // no request, and answered as such; what keeps the workers from starting is told now and not to every client
  } catch (error) {
    await pool.close();
    throw error;
  }
  return sharedOut(pool, threads);
}
