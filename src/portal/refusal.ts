// Refusal: the errors that clients know by their code and text (do not reword them: clients compare some), and how a rule fails with one.
import type { PortalError } from "./types.js";

/** Thrown by the rules and caught where an operation returns its outcome. Callers of the portal never see it. */
export class Refusal extends Error {
  readonly error: PortalError;

  constructor(error: PortalError) {
    super(error.message);
    this.error = error;
  }
}

export const tokenRequired = () => new Refusal({ code: 499, message: "Token Required", details: [] });

export const invalidToken = () => new Refusal({ code: 498, message: "Invalid token.", details: [] });

export const forbidden = () =>
  new Refusal({
    code: 403,
    message: "You do not have permissions to access this resource or perform this operation.",
    details: [],
    messageCode: "GWM_0003",
  });

export const noSuchItem = () =>
  new Refusal({ code: 400, message: "Item does not exist or is inaccessible.", details: [], messageCode: "CONT_0001" });

export const noSuchGroup = () =>
  new Refusal({ code: 400, message: "Group does not exist or is inaccessible.", details: [], messageCode: "COM_0003" });

export const noSuchUser = () =>
  new Refusal({ code: 400, message: "User does not exist or is inaccessible.", details: [], messageCode: "COM_0018" });

export const noSuchFolder = () => new Refusal({ code: 400, message: "Folder does not exist or is inaccessible.", details: [] });

/** The target of a reassignment may not receive items; `item` describes what it would have received. */
export const targetLacksPrivilege = (item: object) =>
  new Refusal({
    code: 403,
    message: "The item cannot be reassigned because the target user lacks the right privileges.",
    details: [item],
    messageCode: "CONT_0291",
  });

/** Invalid input: one sentence with the parameter, the value and what is allowed. */
export const badInput = (sentence: string) => new Refusal({ code: 400, message: "Unable to complete operation.", details: [sentence] });
