// App: the whole server as one function from request to response: what every request passes through, and the routes behind it.
import { Hono } from "hono";
import { compress } from "hono/compress";
import { cors } from "hono/cors";
import { createMiddleware } from "hono/factory";
import { SnapError } from "../errors.js";
import { answer, envelopeOf } from "./answer.js";
import { BodiesInHand } from "./bodies.js";
import type { Env, ServerContext } from "./context.js";
import { invalidUrl } from "./failures.js";
import { gisRoutes } from "./gis.js";
import { readParameters } from "./request.js";
import { ROUTES, routeOf } from "./urls.js";

const METHODS = ["GET", "POST", "HEAD"];

/** Routes with their own rules for who may use them, and their path prefix. */
export interface MoreRoutes {
  at: string;
  routes: Hono<Env>;
}

/** The app: the GIS server's routes, and more. */
export function createApp(context: ServerContext, more: readonly MoreRoutes[] = []): Hono<Env> {
  const app = new Hono<Env>({ getPath: routeOf });
  app.onError((error, c) => answer(c, envelopeOf(error, c), "json"));
  app.notFound((c) => answer(c, invalidUrl(), "json"));

  // Any page may call the server and send its token in a header; there are no cookies to misuse.
  app.use(cors({ origin: "*", allowMethods: METHODS, maxAge: 86_400 }), compress({ encoding: "gzip" }));
  app.use(async (c, next) => {
    c.header("Cache-Control", "no-store");
    c.header("X-Content-Type-Options", "nosniff");
    if (!METHODS.includes(c.req.method)) throw new SnapError("bad-input", `The method is ${c.req.method}; it must be GET or POST.`);
    await next();
  });
  // For balancers and supervisors, which look at the status only.
  app.get(ROUTES.health, (c) => {
    try {
      context.executor.check?.();
    } catch (error) {
      c.env.note.failure = String(error);
      return c.json({ status: "failed" }, 503);
    }
    return answer(c, { status: "ok" }, "json");
  });

  const { maxBodyBytes } = context.options;
  const inHand = new BodiesInHand(maxBodyBytes);
  const parameters = createMiddleware<Env>(async (c, next) => {
    const body = inHand.one();
    try {
      c.set("parameters", await readParameters(c, maxBodyBytes, body.keep));
      await next();
    } finally {
      body.letGo();
    }
  });
  const { info, service, task, execute, travelModes } = ROUTES;
  for (const route of [info, service, task, execute, travelModes, ...more.map(({ at }) => `${at}/*`)]) app.use(route, parameters);
  app.route("/", gisRoutes(context));
  for (const { at, routes } of more) app.route(at, routes);
  return app;
}
