// Way rules: computed once for all ways with the same tags, as most ways of a country share theirs with thousands.
import { readWayTags, type Tags, type WayVerdict } from "./tags.js";

/** Keys that no rule reads and that would make ways differ whose rules are the same. Whoever writes a rule that reads one removes it here. */
export const UNREAD_KEYS: ReadonlySet<string> = new Set(
  `name ref alt_name int_name int_ref loc_name nat_ref official_name old_name reg_name reg_ref short_name lanes lit note fixme source
  source:name start_date width wikidata wikipedia name:etymology:wikidata incline sidewalk postal_code is_in created_by layer`.split(/\s+/),
);

/** Most sets of tags that are remembered. */
const MOST = 20_000;

/** {@link readWayTags} with a cache. The name in its result is that of the first way with these tags: use `nameOf` instead. */
export class WayRuleBook {
  readonly #known = new Map<string, WayVerdict>();

  read(tags: Tags): WayVerdict {
    let kind = "";
    for (const [key, value] of tags) if (!UNREAD_KEYS.has(key)) kind += `${key}\0${value}\0`;
    let verdict = this.#known.get(kind);
    if (verdict === undefined) {
      verdict = readWayTags(tags);
      if (this.#known.size === MOST) this.#known.clear();
      this.#known.set(kind, verdict);
    }
    return verdict;
  }
}
