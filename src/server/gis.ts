// GIS: the GIS server's routes: descriptions, which clients read first, and execute.
import { Hono } from "hono";
import { type ErrorEnvelope, isErrorEnvelope } from "../snap/envelope.js";
import { clientAddress } from "./address.js";
import { answer, answerPage, answerText } from "./answer.js";
import type { Env, RequestContext, ServerContext } from "./context.js";
import { serverInfo, serviceDescription, taskDescription, travelModes } from "./descriptions.js";
import { descriptionPage, executePage, type PageAnswer, type Sent } from "./pages.js";
import { LISTS, type RequestParameters } from "./parameters.js";
import { ipOf } from "./request.js";
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
    const form = (answer?: PageAnswer) => answerPage(c, executePage(taskDescription(), tokens.needed, sentBy(parameters), answer));
    // The form asks for a token; it does not need one.
    if (format === "html" && parameters.text("points") === undefined) return form();
    // A person who sent the form sees the error above it, with what was typed; a program that left out f gets the envelope.
    const refuse = (text: string) => {
      if (format !== "html" || parameters.text("f") === undefined) return answerText(c, text);
      const { error } = JSON.parse(text) as ErrorEnvelope;
      c.env.note.code = error.code;
      return form({ error });
    };
    const identity = context.authorize(c);
    if (isErrorEnvelope(identity)) return refuse(JSON.stringify(identity));
    if (identity.username !== null) c.env.note.user = identity.username;
    // One address may have many members, and one member several addresses.
    const client = identity.username === null ? clientAddress(ipOf(c, options.trustProxy)) : `member ${identity.username}`;
    const text = await execute(c, context, format !== "json", client);
    if (text === null) return new Response(null);
    c.env.note.points = pointsSnapped(text);
    c.env.note.failure = failureIn(text);
    if (text.startsWith('{"error"')) return refuse(text);
    return format === "html" ? form({ json: text }) : answerText(c, text);
  });

  return routes;
}

/** Longest value that is filled into the form again. */
const MOST_SENT = 1_000_000;

/** The values that the form was sent with, for filling it in again; not the token. */
function sentBy(parameters: RequestParameters): Sent {
  return (name) => {
    const text = parameters.text(name) ?? "";
    if (text.length > MOST_SENT) return [];
    if (!LISTS.includes(name)) return text === "" ? [] : [text];
    try {
      return parameters.list(name) ?? [];
    } catch {
      return []; // its error is what the page says
    }
  };
}

/** The answer's text; null if the client has left, which stops the computation. */
async function execute(c: RequestContext, context: ServerContext, pretty: boolean, client: string): Promise<string | null> {
  const { signal } = c.req.raw;
  try {
    return await context.executor.execute(c.var.parameters.forExecute(), { pretty, signal }, client);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** usage_cost's numObjects, which is near the end of the text; without parsing the text, which may be many megabytes. */
function pointsSnapped(text: string): number | undefined {
  const at = text.lastIndexOf('"numObjects":');
  return at < 0 ? undefined : Number.parseInt(text.slice(at + 13, at + 30), 10);
}

/** The reason of a worker's death, from the envelope that its request got. */
function failureIn(text: string): string | undefined {
  return text.startsWith('{"error":{"code":500,') ? String(JSON.parse(text).error.details[0]) : undefined;
}

function describe(c: RequestContext, title: string, description: object): Response {
  const format = c.var.parameters.format();
  return format === "html" ? answerPage(c, descriptionPage(title, description)) : answer(c, description, format);
}
