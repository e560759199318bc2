// The GIS server's routes: descriptions that clients read first, and execute.
import { Hono } from "hono";
import { isErrorEnvelope } from "../snap/envelope.js";
import { answer, answerPage, answerText } from "./answer.js";
import type { Env, RequestContext, ServerContext } from "./context.js";
import { serverInfo, serviceDescription, taskDescription, travelModes } from "./descriptions.js";
import { descriptionPage, executePage } from "./pages.js";
import { ROUTES, serviceUrls } from "./urls.js";

/** The routes of the SnapToRoads service. */
export function gisRoutes(context: ServerContext): Hono<Env> {
  const { options } = context;
  const routes = new Hono<Env>();
  const tokens = { needed: !options.open, portal: options.portal !== undefined || options.data !== undefined };

  routes.all(ROUTES.info, (c) => describe(c, "Server", serverInfo(serviceUrls(context.publicUrl(c)), tokens)));

  const secured = (title: string, description: () => object) => (c: RequestContext) => {
    const identity = context.authorize(c);
    return isErrorEnvelope(identity) ? answer(c, identity, "json") : describe(c, title, description());
  };
  routes.all(
    ROUTES.service,
    secured("Service", () => serviceDescription(options.maxRecords)),
  );
  routes.all(ROUTES.task, secured("SnapToRoads", taskDescription));
  routes.all(ROUTES.travelModes, secured("Travel modes", travelModes));

  routes.all(ROUTES.execute, async (c) => {
    const { parameters } = c.var;
    const format = parameters.format();
    // The form asks for a token; it does not need one.
    if (format === "html" && parameters.text("points") === undefined) return answerPage(c, executePage(taskDescription(), tokens.needed));
    const identity = context.authorize(c);
    if (isErrorEnvelope(identity)) return answer(c, identity, "json");
    if (identity.username !== null) c.env.note.user = identity.username;
    const text = await execute(c, context, format !== "json");
    if (text === null) return new Response(null);
    c.env.note.points = pointsSnapped(text);
    if (format === "html" && !text.startsWith('{"error"')) return answerPage(c, executePage(taskDescription(), tokens.needed, text));
    return answerText(c, text);
  });

  return routes;
}

/** The answer's text; null when the client went away, which stops the computation. */
async function execute(c: RequestContext, context: ServerContext, pretty: boolean): Promise<string | null> {
  const { signal } = c.req.raw;
  try {
    return await context.executor.execute(c.var.parameters.forExecute(), { pretty, signal });
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** usage_cost's numObjects, without parsing what may be many megabytes; it is among the last things in the text. */
function pointsSnapped(text: string): number | undefined {
  const at = text.lastIndexOf('"numObjects":');
  return at < 0 ? undefined : Number.parseInt(text.slice(at + 13, at + 30), 10);
}

function describe(c: RequestContext, title: string, description: object): Response {
  const format = c.var.parameters.format();
  return format === "html" ? answerPage(c, descriptionPage(title, description)) : answer(c, description, format);
}
