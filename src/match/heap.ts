// A binary heap of label slots by (cost, slot): plain typed arrays, nothing allocated per push.

/** Smallest cost first; equal costs by the smaller slot, so that the order never depends on history. */
export class SlotHeap {
  size = 0;
  #cost = new Float64Array(256);
  #slot = new Int32Array(256);

  clear(): void {
    this.size = 0;
  }

  /** Cost on top; undefined when empty is never asked: check `size`. */
  get topCost(): number {
    return this.#cost[0];
  }

  push(slot: number, cost: number): void {
    if (this.size === this.#slot.length) this.#grow();
    const costs = this.#cost;
    const slots = this.#slot;
    let i = this.size++;
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (costs[up] < cost || (costs[up] === cost && slots[up] <= slot)) break;
      costs[i] = costs[up];
      slots[i] = slots[up];
      i = up;
    }
    costs[i] = cost;
    slots[i] = slot;
  }

  /** Takes the top slot. */
  pop(): number {
    const costs = this.#cost;
    const slots = this.#slot;
    const top = slots[0];
    const size = --this.size;
    const cost = costs[size];
    const slot = slots[size];
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= size) break;
      const right = child + 1;
      if (right < size && (costs[right] < costs[child] || (costs[right] === costs[child] && slots[right] < slots[child]))) child = right;
      if (costs[child] > cost || (costs[child] === cost && slots[child] >= slot)) break;
      costs[i] = costs[child];
      slots[i] = slots[child];
      i = child;
    }
    costs[i] = cost;
    slots[i] = slot;
    return top;
  }

  #grow(): void {
    const cost = new Float64Array(this.#cost.length * 2);
    cost.set(this.#cost);
    this.#cost = cost;
    const slot = new Int32Array(this.#slot.length * 2);
    slot.set(this.#slot);
    this.#slot = slot;
  }
}
