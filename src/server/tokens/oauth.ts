// OAuth: the part that clients with a name and a password need (the ArcGIS API for Python fills in the sign-in page itself), and signing out.
import { Hono } from "hono";
import { isErrorEnvelope, unableToComplete } from "../../snap/envelope.js";
import { readNumber } from "../../snap/values.js";
import { answer, answerPage } from "../answer.js";
import type { Env, RequestContext } from "../context.js";
import { ipOf } from "../request.js";
import { stored } from "../stored.js";
import { DEFAULT_MINUTES, MOST_MINUTES } from "./index.js";
import type { TokenRoutesOptions } from "./routes.js";

/** What the sign-in page passes on to the request that it sends. It is checked again, so changing it is of no use. */
interface PageState {
  redirect: string;
  /** The client's own state, returned to it. */
  state: string;
}

/** The redirect that is no address: the program reads the page itself. */
const OUT_OF_BAND = "urn:ietf:wg:oauth:2.0:oob";

/** The routes `oauth2/authorize`, `oauth2/signin` and `oauth2/revokeToken`. Everything else of OAuth is answered as not offered. */
export function oauthRoutes(options: TokenRoutesOptions): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get("/oauth2/authorize", (c) => {
    const { parameters } = c.var;
    const redirect = parameters.text("redirect_uri") ?? OUT_OF_BAND;
    if (!isOurs(c, redirect, options)) return refuse(c, "Invalid redirect_uri: it must be on this server.");
    return signInPage(c, { redirect, state: parameters.text("state") ?? "" });
  });
  routes.post("/oauth2/signin", (c) => signIn(c, options));
  routes.post("/oauth2/revokeToken", (c) => {
    let success = false;
    const trouble = stored(c, () => {
      success = options.tokens.signOut(c.var.parameters.text("auth_token") ?? "");
    });
    return answer(c, trouble ?? { success }, "json");
  });
  routes.all("/oauth2/*", (c) => refuse(c, "This part of OAuth is not offered; sign in at generateToken with a username and a password."));
  return routes;
}

async function signIn(c: RequestContext, options: TokenRoutesOptions): Promise<Response> {
  const { parameters } = c.var;
  const page = readState(parameters.text("oauth_state"));
  if (!page || !isOurs(c, page.redirect, options))
    return refuse(c, "'oauth_state' is not the one that the sign-in page sent; open that page again.");
  const [username, password] = [parameters.text("username") ?? "", parameters.get("password") ?? ""];
  const asked = readNumber(parameters.text("expiration"));
  const minutes = Math.min(asked > 0 ? asked : DEFAULT_MINUTES, MOST_MINUTES);
  const ip = ipOf(c, options.trustProxy);
  const issued = await options.tokens.signIn({ username, password, binding: { ip }, minutes, ip });
  if (isErrorEnvelope(issued)) return signInPage(c, page, issued.error.details);
  c.env.note.user = username;
  const answered = { access_token: issued.token, expires_in: String(Math.floor(minutes * 60)), username, ssl: "false", state: page.state };
  return c.redirect(`${page.redirect}#${new URLSearchParams(answered)}`, 302);
}

/** The sign-in page. Clients look for the object in its script, which has to be on one line. Neither base64 nor our own messages can contain markup. */
function signInPage(c: RequestContext, state: PageState, messages?: readonly unknown[]): Response {
  const oauth_state = Buffer.from(JSON.stringify(state)).toString("base64url");
  return answerPage(
    c,
    `<!doctype html>
<html lang="en">
<title>Sign in</title>
<p>Programs sign in here with a name and a password; there is no form for people.</p>
<script>var oAuthInfo = ${JSON.stringify({ oauth_state, ...(messages && { messages }) })};</script>
</html>
`,
  );
}

/** Longest state that the sign-in page can have sent, since its address had at most 64 KiB. Parsing megabytes of brackets would take seconds. */
const LONGEST_STATE = 200_000;

function readState(text = ""): PageState | undefined {
  if (text.length > LONGEST_STATE) return undefined;
  try {
    const { redirect, state } = JSON.parse(Buffer.from(text, "base64url").toString());
    return typeof redirect === "string" && typeof state === "string" ? { redirect, state } : undefined;
  } catch {
    return undefined;
  }
}

/** An address that a header can hold. URL parsing drops line breaks, and the error for a refused header would be logged, with the token in it. */
const ADDRESS = /^https?:\/\/[!-~]+$/i;

/** Whether a redirect is to this server's own host: a token is sent nowhere else. */
function isOurs(c: RequestContext, redirect: string, { publicUrl }: TokenRoutesOptions): boolean {
  return (
    redirect === OUT_OF_BAND || (ADDRESS.test(redirect) && URL.canParse(redirect) && new URL(redirect).host === new URL(publicUrl(c)).host)
  );
}

function refuse(c: RequestContext, sentence: string): Response {
  return answer(c, unableToComplete(400, sentence), "json");
}
