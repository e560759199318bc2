// Help: fits the text below the options of a command's help to the terminal.
import { width } from "./report.js";

/** Matches a line of two columns: a term and its explanation. */
const EXPLAINED = /^( +\S+(?: \S+)* {2,})\S/;
/** Matches a line to be typed or copied, which stays one line. */
const COPIED = /^ +(?:\{|(?:[A-Z_]+=\S+ )?(?:roadsnap|find|zcat) )/;

/** The help text, with paragraphs and explanations broken again if one of their lines is longer than `most`. */
export function fitted(text: string, most: number): string {
  const out: string[] = [];
  let group: string[] = [];
  let hanging = 0;
  let isAsItIs = false;
  const end = (): void => {
    out.push(...(group.some((line) => width(line) > most) ? broken(group, hanging, most) : group));
    group = [];
  };
  for (const line of text.split("\n")) {
    const indent = line.length - line.trimStart().length;
    const isGoneOnWith: boolean = isAsItIs && out[out.length - 1].endsWith("\\");
    isAsItIs = line === "" || COPIED.test(line) || isGoneOnWith;
    if (isAsItIs || indent !== hanging || EXPLAINED.test(line)) end();
    if (isAsItIs) {
      out.push(line);
      continue;
    }
    if (group.length === 0) hanging = EXPLAINED.exec(line)?.[1].length ?? indent;
    group.push(line);
  }
  end();
  return out.join("\n");
}

/** The lines joined and broken at spaces again; all but the first are indented by `hanging`. */
function broken([first, ...rest]: readonly string[], hanging: number, most: number): string[] {
  const lines = [first.slice(0, hanging)];
  const words = [first.slice(hanging), ...rest].flatMap((line) => line.trim().split(" "));
  for (const word of words) {
    const line = lines[lines.length - 1];
    const isBegun = line.length > hanging;
    if (isBegun && width(line) + 1 + width(word) > most) lines.push(" ".repeat(hanging) + word);
    else lines[lines.length - 1] = line + (isBegun ? " " : "") + word;
  }
  return lines;
}
