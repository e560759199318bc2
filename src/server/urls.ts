// Where things are: the addresses that descriptions publish, and the routes that paths lead to.
import { getPath } from "hono/utils/url";

/** What is published under which address. */
export interface ServiceUrls {
  /** The portal's and the GIS server's own address, as clients compare them. */
  portal: string;
  server: string;
  /** Root of the sharing API. */
  sharing: string;
  /** Where a name and password give a token. */
  generateToken: string;
  /** Ends at /GPServer, as clients expect of helperServices.snapToRoads. */
  snapToRoads: string;
  /** /retrieveTravelModes is under it, as clients expect of helperServices.odCostMatrix. */
  odCostMatrix: string;
}

/** The published addresses on a server reached at `base`, which has no slash at its end. */
export function serviceUrls(base: string): ServiceUrls {
  const [portal, server] = [`${base}/portal`, `${base}/server`];
  return {
    portal,
    server,
    sharing: `${portal}/sharing/rest`,
    generateToken: `${portal}/sharing/rest/generateToken`,
    snapToRoads: `${server}/rest/services/Routing/NetworkAnalysisSync/GPServer`,
    odCostMatrix: `${server}/rest/services/World/OriginDestinationCostMatrix/NAServer/OriginDestinationCostMatrix_World`,
  };
}

/** Routes that clients reach under any folder. */
export const ROUTES = {
  info: "/rest/info",
  service: "/GPServer",
  task: "/GPServer/SnapToRoads",
  execute: "/GPServer/SnapToRoads/execute",
  travelModes: "/retrieveTravelModes",
  health: "/healthz",
  sharing: "/sharing/rest",
  tokens: "/tokens",
} as const;

/**
 * The route of a request: its path with slashes in a row as one and none at the end, without the folders before the part that counts. So
 * `//rest/info`, `/server/rest/info` and `/arcgis/rest/info` are one route. `..` is resolved before; encoded slashes are no slashes.
 */
export function routeOf(request: Request): string {
  const path = getPath(request)
    .replace(/\/{2,}/g, "/")
    .replace(/(?<=.)\/$/, "");
  // A portal publishes services under its own address as well, `/portal/sharing/servers/…/GPServer/SnapToRoads/execute`.
  const service = [ROUTES.service, ROUTES.task, ROUTES.execute, ROUTES.travelModes].find((tail) => path.endsWith(tail));
  if (service) return service;
  if (/\/sharing(\/rest)?\/servers\/.*\/rest\/info$/.test(path)) return ROUTES.info;
  const sharing = /\/sharing(?:\/rest)?(?=\/|$)(.*)$/.exec(path);
  if (sharing) return ROUTES.sharing + sharing[1];
  if (path.endsWith(ROUTES.info)) return ROUTES.info;
  const tokens = /\/tokens(?=\/|$)(.*)$/.exec(path);
  return tokens ? ROUTES.tokens + tokens[1] : path;
}
