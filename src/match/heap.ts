// A binary heap of numbers (labels, states) by cost: plain typed arrays, nothing allocated per push.

/** Smallest cost first; which of several equal ones comes first is not said. */
export class CostHeap {
  size = 0;
  #cost = new Float64Array(256);
  #item = new Int32Array(256);

  clear(): void {
    this.size = 0;
  }

  /** Cost on top; undefined when empty is never asked: check `size`. */
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
      if (costs[up] <= cost) break;
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
    for (let child = 1; child < size; child = 2 * i + 1) {
      if (child + 1 < size && costs[child + 1] < costs[child]) child++;
      if (costs[child] >= cost) break;
      costs[i] = costs[child];
      items[i] = items[child];
      i = child;
    }
    costs[i] = cost;
    items[i] = item;
    return top;
  }

  #grow(): void {
    const cost = new Float64Array(this.#cost.length * 2);
    cost.set(this.#cost);
    this.#cost = cost;
    const item = new Int32Array(this.#item.length * 2);
    item.set(this.#item);
    this.#item = item;
  }
}
