// `roadsnap/server`: the REST endpoints over one road network.
import { SnapError } from "../errors.js";
import { checkRoads } from "../roads/graph.js";
import { KEEP_SECONDS, type Listener, listen } from "./listen.js";
import { type ServerOptions, settleOptions } from "./options.js";
import { type Started, startUp } from "./start.js";

// The server: SnapToRoads execute over HTTP, with a portal or without.

/** A server: it listens, or answers requests that are handed to it. */
export interface RoadsnapServer {
  /**
   * Listens. `url`: its address, without a slash at its end. `warnings`: sentences for the person who starts it.
   * @throws SnapError when the address cannot be had, or the portal or its folder cannot be used.
   */
  listen(): Promise<{ url: string; port: number; warnings: readonly string[] }>;
  /** Answers one request without a socket. */
  fetch(request: Request): Promise<Response>;
  /**
   * Stops accepting, lets the requests in progress finish, then ends the workers and closes the portal's folder. `lingerSeconds`, by default 0: how long kept
   * connections may still bring a request, which would be lost if it came just as they were closed.
   */
  close(lingerSeconds?: number): Promise<void>;
}

/** A server over one road network; it starts with `listen` or the first `fetch`. @throws SnapError "bad-option", or "bad-input" for what are no roads. */
export function createServer(options: ServerOptions): RoadsnapServer {
  const settings = settleOptions(options);
  // Another executor has its own.
  if (settings.executor === undefined) checkRoads(settings.roads, "The server's");
  let started: Promise<Started> | undefined;
  let listener: Promise<Listener> | undefined;
  let closed: Promise<void> | undefined;

  const checkOpen = () => {
    if (closed) throw new SnapError("bad-option", "The server is closed; create another one.");
  };
  const start = () => {
    checkOpen();
    started ??= startUp(settings).catch((error) => {
      // The next try may succeed.
      started = undefined;
      throw error;
    });
    return started;
  };
  const close = async (lingerSeconds?: number) => {
    await (await listener?.catch(() => undefined))?.close(lingerSeconds);
    await (await started?.catch(() => undefined))?.stop();
  };
  return {
    async listen() {
      const { app, warnings } = await start();
      // It may have been closed meanwhile.
      checkOpen();
      const { host, port: asked, log = () => {}, now, maxBodyBytes, trustProxy } = settings;
      const keepSeconds = trustProxy ? KEEP_SECONDS.proxy : KEEP_SECONDS.client;
      const options = { host, port: asked, maxBodyBytes, log, now, trustProxy, keepSeconds };
      listener ??= listen((request, env) => app.fetch(request, env), options).catch((error) => {
        listener = undefined;
        throw error;
      });
      const { port } = await listener;
      checkOpen();
      return { url: `http://${addressOf(host)}:${port}`, port, warnings };
    },
    async fetch(request) {
      const { app } = await start();
      return app.fetch(request, { note: {} });
    },
    close(lingerSeconds) {
      closed ??= close(lingerSeconds);
      return closed;
    },
  };
}

/** The host as an address to call: of "any address", this machine's own. */
function addressOf(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

export type { Executor } from "./executor.js";
export type { ServerOptions } from "./options.js";
export type { Note, RequestRecord } from "./record.js";
export { hashPassword } from "./tokens/passwords.js";

// The portal: what its file has.

export type {
  Access,
  DefaultRole,
  Folder,
  Group,
  GroupMember,
  GroupRole,
  Item,
  Member,
  Organisation,
  PortalFile,
  Role,
} from "../portal/types.js";
