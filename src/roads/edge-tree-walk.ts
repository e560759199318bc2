// The tree of the edges' boxes walked box by box, for who asks something else than what lies in a window; apart, since matching does not ask.
import { EdgeTree, FAN, GRAINS } from "./edge-tree.js";

/** The tree, looked into level by level instead of searched at once. */
export class WalkedTree extends EdgeTree {
  /** Where the children of boxes of a level, from the first to the last, begin and end: in whole boxes, or leaves for those of level 1. */
  childrenOf(level: number, first: number, last: number): [from: number, to: number] {
    const start = level > 1 ? this.starts[level - 1] : 0;
    return [start + first * FAN, start + Math.min((last + 1) * FAN, this.counts[level - 1])];
  }

  /** Calls back with every child of a box (level ≥ 1): its number on its own level, and its box. Level 0 numbers leaves: see {@link edgeAt}. */
  children(level: number, node: number, each: (child: number, west: number, south: number, east: number, north: number) => void): void {
    const { treeLeaf, treeBox } = this.columns;
    const first = node * FAN;
    const end = Math.min(first + FAN, this.counts[level - 1]);
    if (level > 1) {
      for (let child = first; child < end; child++) {
        const at = (this.starts[level - 1] + child) * 4;
        each(child, treeBox[at], treeBox[at + 1], treeBox[at + 2], treeBox[at + 3]);
      }
      return;
    }
    const [west, south, east, north] = treeBox.subarray(node * 4, node * 4 + 4);
    const [across, up] = [(east - west) / GRAINS, (north - south) / GRAINS];
    for (let leaf = first; leaf < end; leaf++) {
      const [l, b, r, t] = treeLeaf.subarray(leaf * 4, leaf * 4 + 4);
      each(leaf, west + l * across, south + b * up, west + r * across, south + t * up);
    }
  }

  /** The edge of a leaf. */
  edgeAt(leaf: number): number {
    return this.columns.treeEdge[leaf];
  }
}
