// URLs: the addresses that descriptions publish, and the routes that paths lead to.
import { getPath } from "hono/utils/url";

/** The published addresses. */
export interface ServiceUrls {
  /** The portal's and the GIS server's own address, as clients compare them. */
  portal: string;
  server: string;
  /** Root of the sharing API. */
  sharing: string;
  /** Gives a token for a name and password. */
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
 * The route of a request: its path without the folders before the part that counts, with repeated slashes as one and none at the end. So `//rest/info`,
 * `/server/rest/info` and `/arcgis/rest/info` are one route. `..` has been resolved before; encoded slashes are no slashes.
 */
export function routeOf(request: Request): string {
  const path = getPath(request)
    .replace(/\/{2,}/g, "/")
    .replace(/(?<=.)\/$/, "");
  // A portal also publishes services under its own address, `/portal/sharing/servers/…/GPServer/SnapToRoads/execute`.
  const service = [ROUTES.service, ROUTES.task, ROUTES.execute, ROUTES.travelModes].find((tail) => path.endsWith(tail));
  if (service) return service;
  const sharing = pathBehind(path, "/sharing")?.replace(/^\/rest(?=\/|$)/, "");
  if (path.endsWith(ROUTES.info) && (sharing === undefined || sharing.startsWith("/servers/"))) return ROUTES.info;
  if (sharing !== undefined) return ROUTES.sharing + sharing;
  const tokens = pathBehind(path, ROUTES.tokens);
  return tokens === undefined ? path : ROUTES.tokens + tokens;
}

/** The path behind the first folder with this name; undefined if there is none. Paths may be long and have any number of such folders. */
function pathBehind(path: string, folder: string): string | undefined {
  let at = path.indexOf(folder);
  while (at >= 0 && !["/", undefined].includes(path[at + folder.length])) at = path.indexOf(folder, at + 1);
  return at < 0 ? undefined : path.slice(at + folder.length);
}
