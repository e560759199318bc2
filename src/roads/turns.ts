// Turns: the turn table: banned sequences of arcs, folded into one automaton, so that a search whose labels are states obeys them exactly.
//
// A ban is a sequence of arcs a₀ a₁ … aₖ that must not be driven one after the other (k = 1 for a restriction with a via node, more with via
// ways). All bans go into one trie, closed with suffix links as in Aho & Corasick (1975). A state is an arc plus as much of the way by which it was
// reached as matters to any ban: plain arcs are states 0 … arcCount − 1, and each trie node of depth ≥ 2 that a ban goes on from is a **virtual** arc
// above them. The table lists, for the few states that need it, where the default "next arc → its plain state" does not hold.

/** A banned sequence of at least two arcs, and the access bits of those it binds. */
export interface TurnBan {
  arcs: number[];
  modes: number;
}

/** Rows sorted by state: state turnState[r] has entries turnStart[r] … turnStart[r + 1]. */
export interface TurnTable {
  /** Plain arc of virtual state `arcCount + i`. */
  virtualArc: Uint32Array;
  turnState: Uint32Array;
  turnStart: Uint32Array;
  /** The next arc, … */
  turnTo: Uint32Array;
  /** … the state it leads to, … */
  turnNext: Uint32Array;
  /** … and the access bits of those for whom the turn is banned. */
  turnBan: Uint8Array;
}

interface TrieNode {
  arc: number;
  depth: number;
  parent: TrieNode | null;
  children: Map<number, TrieNode>;
  suffix: TrieNode | null;
  ban: number;
  state: number;
}

/** Folds bans into the table. Equal bans in equal order give an equal table. */
export function buildTurnTable(bans: TurnBan[], arcCount: number): TurnTable {
  const root = node(-1, null);
  for (const { arcs, modes } of bans) {
    let at = root;
    for (const arc of arcs) {
      let next = at.children.get(arc);
      if (!next) {
        next = node(arc, at);
        at.children.set(arc, next);
      }
      at = next;
    }
    at.ban |= modes;
  }

  // Breadth first: suffix links point to shorter sequences, which already have their states.
  const order: TrieNode[] = [...root.children.values()];
  const virtualArc: number[] = [];
  for (let i = 0; i < order.length; i++) {
    const at = order[i];
    if (at.depth === 1) {
      at.suffix = null;
      at.state = at.arc;
    } else {
      at.suffix = longestSuffix(at, root);
      // A sequence that ends in a ban and goes no further needs no memory of its own.
      if (at.children.size > 0) {
        at.state = arcCount + virtualArc.length;
        virtualArc.push(at.arc);
      } else at.state = -1;
    }
    order.push(...at.children.values());
  }

  const rows: TableRow[] = [];
  for (const at of order) {
    if (at.state < 0) continue;
    const entries = new Map<number, { next: number; ban: number }>();
    for (let link: TrieNode | null = at; link; link = link.suffix) {
      for (const child of link.children.values()) {
        const entry = entries.get(child.arc);
        if (entry) entry.ban |= child.ban;
        else entries.set(child.arc, { next: stateOf(child), ban: child.ban });
      }
    }
    const sorted = [...entries].map(([to, { next, ban }]): TableRow["entries"][number] => [to, next, ban]).sort((a, b) => a[0] - b[0]);
    rows.push({ state: at.state, entries: sorted });
  }
  rows.sort((a, b) => a.state - b.state);

  return tableOf(virtualArc, rows);
}

/** A state and where it leads otherwise than by default. */
interface TableRow {
  state: number;
  entries: [to: number, next: number, ban: number][];
}

/** The columns of rows sorted by state. */
function tableOf(virtualArc: readonly number[], rows: readonly TableRow[]): TurnTable {
  const count = rows.reduce((sum, row) => sum + row.entries.length, 0);
  const table: TurnTable = {
    virtualArc: Uint32Array.from(virtualArc),
    turnState: Uint32Array.from(rows, (row) => row.state),
    turnStart: new Uint32Array(rows.length + 1),
    turnTo: new Uint32Array(count),
    turnNext: new Uint32Array(count),
    turnBan: new Uint8Array(count),
  };
  let at = 0;
  rows.forEach((row, r) => {
    for (const [to, next, ban] of row.entries) {
      table.turnTo[at] = to;
      table.turnNext[at] = next;
      table.turnBan[at++] = ban;
    }
    table.turnStart[r + 1] = at;
  });
  return table;
}

/**
 * The table of a part of a network. `arcOf`: the new number of an arc, −1 if it is left out; it keeps their order. `arcs`: those kept that have a row,
 * rising. Walks over arcs that are kept are banned exactly where they were before.
 */
export function keepTurns(
  table: TurnTable,
  arcCount: number,
  newArcCount: number,
  arcs: readonly number[],
  arcOf: (arc: number) => number,
): TurnTable {
  const { turnState, turnStart } = table;
  const plainOf = (state: number) => (state < arcCount ? state : table.virtualArc[state - arcCount]);
  const entriesOf = (row: number) => {
    const entries: number[] = [];
    for (let i = turnStart[row]; i < turnStart[row + 1]; i++) if (arcOf(table.turnTo[i]) >= 0) entries.push(i);
    return entries;
  };
  const virtual = new Map<number, number>();
  const virtualArc: number[] = [];
  // Rows of plain arcs first; those of the virtual states they lead to are put behind them as they are met.
  const rows = arcs.map((arc) => turnRow(turnState, arc));
  const stateOf = (state: number): number => {
    if (state < arcCount) return arcOf(state);
    const known = virtual.get(state);
    if (known !== undefined) return known;
    const row = turnRow(turnState, state);
    // A virtual state without entries needs no state of its own: its plain arc will do.
    if (row < 0 || entriesOf(row).length === 0) return arcOf(plainOf(state));
    const number = newArcCount + virtualArc.push(arcOf(plainOf(state))) - 1;
    virtual.set(state, number);
    rows.push(row);
    return number;
  };
  const kept: TableRow[] = [];
  for (const row of rows) {
    const entries = entriesOf(row).map((i): TableRow["entries"][number] => [
      arcOf(table.turnTo[i]),
      stateOf(table.turnNext[i]),
      table.turnBan[i],
    ]);
    if (entries.length > 0)
      kept.push({ state: turnState[row] < arcCount ? arcOf(turnState[row]) : (virtual.get(turnState[row]) as number), entries });
  }
  return tableOf(virtualArc, kept);
}

/**
 * Bans of which {@link buildTurnTable} makes this table, but that it may number virtual states otherwise. A longer ban that is implied by a shorter one may be
 * among them.
 */
export function bansIn({ turnState, turnStart, turnTo, turnNext, turnBan }: TurnTable, arcCount: number): TurnBan[] {
  const bans: TurnBan[] = [];
  const follow = (states: readonly number[], arcs: readonly number[]): void => {
    const row = turnRow(turnState, states[states.length - 1]);
    for (let i = turnStart[row]; i < turnStart[row + 1]; i++) {
      const [way, next] = [[...arcs, turnTo[i]], turnNext[i]];
      if (turnBan[i] !== 0) bans.push({ arcs: way, modes: turnBan[i] });
      // A state met again has nothing new: what is banned from there on was found when it was met first.
      if (next >= arcCount && !states.includes(next)) follow([...states, next], way);
    }
  };
  for (const state of turnState) if (state < arcCount) follow([state], [state]);
  return bans;
}

/** The row of a state, −1 when it has none. */
export function turnRow(turnState: Uint32Array, state: number): number {
  let low = 0;
  let high = turnState.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = turnState[middle];
    if (found === state) return middle;
    if (found < state) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function node(arc: number, parent: TrieNode | null): TrieNode {
  return { arc, depth: parent ? parent.depth + 1 : 0, parent, children: new Map(), suffix: null, ban: 0, state: -1 };
}

/** The deepest trie node whose sequence is a proper suffix of the sequence at `at`. */
function longestSuffix(at: TrieNode, root: TrieNode): TrieNode | null {
  for (let link = at.parent?.suffix ?? null; link; link = link.suffix) {
    const found = link.children.get(at.arc);
    if (found) return found;
  }
  return root.children.get(at.arc) ?? null;
}

/** The state of a search that has come to this trie node: its own, or that of its longest suffix that has one, or the plain arc. */
function stateOf(at: TrieNode): number {
  for (let link: TrieNode | null = at; link; link = link.suffix) if (link.state >= 0) return link.state;
  return at.arc;
}
