// Streams of the village's drive, and the ids of their answers.
import { driveLine } from "../../helpers/village.js";

export const linesOf = (ids: readonly string[]) => ids.map((id) => `${driveLine(id)}\n`).join("");
/** The ids of the answers; those of errors have a `!`. */
export const answers = (text: string) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line))
    .map(({ id, error }) => (error === undefined ? id : `!${id}`));
