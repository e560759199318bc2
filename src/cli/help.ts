// What stands below the options of a command's help, in lines that fit the terminal.
import { width } from "./report.js";

/** A line in two columns: what is explained, and the explanation. */
const EXPLAINED = /^( +\S+(?: \S+)* {2,})\S/;
/** What is to be typed or copied stays in one line. */
const COPIED = /^ +(?:\{|(?:[A-Z_]+=\S+ )?(?:roadsnap|find|zcat) )/;

/** Help with its paragraphs and explanations broken anew where one of their lines is longer than `most`. */
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

/** Lines as one text, broken at spaces, all but the first indented by `hanging`. */
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
