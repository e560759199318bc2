// Heap: a binary heap of numbers (labels, states) ordered by (cost, number). Plain typed arrays, so that nothing is allocated per push.

import { grown } from "./growable.js";

/** Smallest cost first; equal costs by the smaller item, so that the order never depends on history. */
export class CostHeap {
  size = 0;
  #cost = new Float64Array(256);
  #item = new Int32Array(256);

  clear(): void {
    this.size = 0;
  }

  /** The least cost. Meaningless if the heap is empty: check `size`. */
  get topCost(): number {
    return this.#cost[0];
  }

  push(item: number, cost: number): void {
    if (this.size === this.#item.length) this.#grow();
    const costs = this.#cost;
    const items = this.#item;
    let i = this.size++;
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (costs[up] < cost || (costs[up] === cost && items[up] <= item)) break;
      costs[i] = costs[up];
      items[i] = items[up];
      i = up;
    }
    costs[i] = cost;
    items[i] = item;
  }

  /** Takes the top item. */
  pop(): number {
    const costs = this.#cost;
    const items = this.#item;
    const top = items[0];
    const size = --this.size;
    const cost = costs[size];
    const item = items[size];
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= size) break;
      const right = child + 1;
      if (right < size && (costs[right] < costs[child] || (costs[right] === costs[child] && items[right] < items[child]))) child = right;
      if (costs[child] > cost || (costs[child] === cost && items[child] >= item)) break;
      costs[i] = costs[child];
      items[i] = items[child];
      i = child;
    }
    costs[i] = cost;
    items[i] = item;
    return top;
  }

  #grow(): void {
    this.#cost = grown(this.#cost);
    this.#item = grown(this.#item);
  }
}
