// Descriptions: what the portal says about itself to clients: its version, where tokens come from, where the services are.
import type { PortalSelfResponse } from "../../portal/responses.js";
import type { ServiceUrls } from "../urls.js";

/** The release of the hosted portal that these answers are modelled on. */
const VERSION = "2024.2";

/** `/` */
export function sharingRoot(): object {
  return { currentVersion: VERSION };
}

/** `/info`: clients ask here for the address that gives tokens. */
export function sharingInfo(urls: ServiceUrls): object {
  return {
    owningSystemUrl: urls.portal,
    authInfo: { tokenServicesUrl: urls.generateToken, isTokenBasedSecurity: true },
  };
}

/** `/portals/self`: what the portal knows about itself, and what only the server knows. */
export function portalsSelf(self: PortalSelfResponse, urls: ServiceUrls): object {
  return {
    ...self,
    portalName: self.name,
    currentVersion: VERSION,
    portalHostname: urls.portal.replace(/^https?:\/\//, ""),
    isReadOnly: false,
    authorizedCrossOriginDomains: [],
    helperServices: { snapToRoads: { url: urls.snapToRoads }, odCostMatrix: { url: urls.odCostMatrix } },
  };
}
