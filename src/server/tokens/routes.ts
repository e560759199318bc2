// Routes: generateToken over HTTP: gives a portal token for a name and a password, and a server token for a portal token.
import { Hono } from "hono";
import { shown } from "../../errors.js";
import { type ErrorEnvelope, isErrorEnvelope } from "../../snap/envelope.js";
import { readNumber } from "../../snap/values.js";
import { answer } from "../answer.js";
import type { Env, RequestContext } from "../context.js";
import { wrongPassword } from "../failures.js";
import { isThisMachine } from "../options.js";
import { ipOf, publicOriginOf, tokenOf } from "../request.js";
import { DEFAULT_MINUTES, type IssuedToken, type Origin, readBinding, type Tokens } from "./index.js";

/** What the routes that give tokens need. */
export interface TokenRoutesOptions {
  tokens: Tokens;
  /** The server's address for clients, without a slash at its end. */
  publicUrl(c: RequestContext): string;
  /** Whether the client's address is taken from X-Forwarded-For. */
  trustProxy: boolean;
}

/** `generateToken`, to be mounted where clients look for it. */
export function tokenRoutes(options: TokenRoutesOptions): Hono<Env> {
  const routes = new Hono<Env>();
  routes.on(["GET", "POST"], "/generateToken", async (c) => {
    const issued = await generateToken(c, options);
    return answer(c, issued, c.var.parameters.format() === "pjson" ? "pjson" : "json");
  });
  return routes;
}

/** The origin of a request. A browser that does not send a page's address still sends its origin to other sites. */
export function originOf(c: RequestContext, trustProxy: boolean): Origin {
  return {
    referer: c.req.header("referer") || c.req.header("origin"),
    ip: ipOf(c, trustProxy),
    foreignPage: foreignPageOf(c, trustProxy),
  };
}

/**
 * The page of another host that a request is sent for. Browsers send the page's origin, except when reading from the page's own host. In that case the host
 * counts as well, because any name can be made to lead to this machine.
 */
function foreignPageOf(c: RequestContext, trustProxy: boolean): string | undefined {
  const host = c.req.header("host");
  const page = c.req.header("origin") ?? (host === undefined || trustProxy ? undefined : `http://${host}`);
  if (page === undefined || (trustProxy && page === publicOriginOf(c, trustProxy))) return undefined;
  return URL.canParse(page) && isThisMachine(new URL(page).hostname) ? undefined : page;
}

async function generateToken(
  c: RequestContext,
  { tokens, publicUrl, trustProxy }: TokenRoutesOptions,
): Promise<IssuedToken | ErrorEnvelope> {
  const { parameters } = c.var;
  const from = originOf(c, trustProxy);
  const asked = parameters.text("expiration");
  const minutes = asked === undefined ? DEFAULT_MINUTES : readNumber(asked);
  if (!(minutes > 0)) return refused(`'expiration' is ${shown(asked)}; it must be a number of minutes above 0.`);

  const serverUrl = parameters.text("serverUrl");
  const username = parameters.text("username");
  if (serverUrl !== undefined && username === undefined) {
    const base = publicUrl(c);
    if (!URL.canParse(serverUrl) || new URL(serverUrl).host !== new URL(base).host) {
      return refused(`'serverUrl' is ${shown(serverUrl)}, which is not a server of this portal; its server is ${base}/server.`);
    }
    return tokens.serverToken({ token: tokenOf(c, parameters), ...from, minutes });
  }

  const password = parameters.get("password");
  if ([...new URL(c.req.url).searchParams.keys()].some((name) => name.toLowerCase() === "password")) {
    return refused("A password is accepted in the body of a POST only, because addresses end up in logs and histories.");
  }
  if (username === undefined || !password) return refused("'username' and 'password' must be given, or 'token' and 'serverUrl'.");
  const binding = readBinding({ client: parameters.text("client"), referer: parameters.text("referer"), ip: parameters.text("ip") }, from);
  if (typeof binding === "string") return refused(binding);
  const issued = await tokens.signIn({ username, password, binding, minutes, ip: from.ip });
  // Not the name of a failed sign-in: it is sometimes a password.
  if (!isErrorEnvelope(issued)) c.env.note.user = username;
  return issued;
}

function refused(sentence: string): ErrorEnvelope {
  return wrongPassword(sentence);
}
