// The route of a path, below any folders.
import { expect, it } from "vitest";
import { ROUTES, routeOf } from "../../src/server/urls.js";

it.each<[string, string]>([
  ["/rest/info", ROUTES.info],
  ["//arcgis//rest/info/", ROUTES.info],
  ["/any/folder/GPServer/SnapToRoads/execute", ROUTES.execute],
  ["/server/rest/services/X/NAServer/Y/retrieveTravelModes", ROUTES.travelModes],
  ["/sharing", ROUTES.sharing],
  ["/portal/sharing/rest", ROUTES.sharing],
  ["/portal/sharing/rest/portals/self", `${ROUTES.sharing}/portals/self`],
  ["/portal/sharing/portals/self", `${ROUTES.sharing}/portals/self`],
  ["/portal/sharing/restored", `${ROUTES.sharing}/restored`],
  ["/portal/sharingx/sharing/rest/info", `${ROUTES.sharing}/info`],
  ["/portal/sharing/servers/abc/rest/info", ROUTES.info],
  ["/portal/sharing/rest/servers/abc/rest/services/GPServer/SnapToRoads/execute", ROUTES.execute],
  ["/server/tokens/generateToken", `${ROUTES.tokens}/generateToken`],
  ["/tokens", ROUTES.tokens],
  ["/tokensx", "/tokensx"],
  ["/", "/"],
])("%s leads to %s", (path, route) => {
  expect(routeOf(new Request(`http://x${path}`))).toBe(route);
});

it("a long path is searched only once", () => {
  const path = `${"/sharing".repeat(7000)}%0a`;
  expect(routeOf(new Request(`http://x${path}`))).toBe(`${ROUTES.sharing}${"/sharing".repeat(6999)}\n`);
});
