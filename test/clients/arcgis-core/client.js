// What an application does with @arcgis/core, the same in Node and on a page: it takes and returns plain JSON.
import config from "@arcgis/core/config.js";
import { execute } from "@arcgis/core/rest/geoprocessor.js";
import FeatureSet from "@arcgis/core/rest/support/FeatureSet.js";

/** Whether the package looks for a token itself, which it cannot in Node. */
export function useIdentity(use) {
  config.request.useIdentity = use;
}

/**
 * geoprocessor.execute for points of one spatial reference; `options` and `requestOptions` are those of the package. Returns results by parameter name and
 * messages, or the error.
 */
export async function snap({ url, points, wkid = 4326, parameters, options, requestOptions }) {
  const set = FeatureSet.fromJSON({ ...points, geometryType: "esriGeometryPoint", spatialReference: { wkid } });
  try {
    const { results, messages } = await execute(url, { points: set, ...parameters }, options, requestOptions);
    return { ...Object.fromEntries(results.map(({ paramName, value }) => [paramName, plain(value)])), messages };
  } catch ({ name, message, details }) {
    return { error: { name, message, status: details?.httpStatus, messages: details?.messages } };
  }
}

/** Signs a member in at a portal, whose tokens are used from then on. Only on a page. */
export async function signIn(portal, username, password) {
  const { default: identity } = await import("@arcgis/core/identity/IdentityManager.js");
  const server = `${portal}/sharing/rest`;
  const { token, expires } = await identity.generateToken({ server, tokenServiceUrl: `${server}/generateToken` }, { username, password });
  identity.registerToken({ server, token, expires, userId: username });
}

/** Registers a token for a server, used from then on. Only on a page. */
export async function registerToken(server, token) {
  const { default: identity } = await import("@arcgis/core/identity/IdentityManager.js");
  identity.registerToken({ server, token });
}

/** Feature sets in the form of the wire: a spatial reference for the set, attributes and geometry for the features. */
function plain(value) {
  if (!(value instanceof FeatureSet)) return value;
  const { wkid } = value.spatialReference ?? {};
  const features = value.features.map(({ attributes, geometry }) => {
    const { spatialReference, ...places } = geometry.toJSON();
    return { attributes, geometry: places };
  });
  return { wkid, features };
}
