// A binary heap of states by (cost, state): plain typed arrays, nothing allocated per push.

/** Smallest cost first; equal costs by the smaller state, so that the order never depends on history. */
export class StateHeap {
  size = 0;
  #cost = new Float64Array(256);
  #state = new Int32Array(256);

  clear(): void {
    this.size = 0;
  }

  /** Cost on top; undefined when empty is never asked: check `size`. */
  get topCost(): number {
    return this.#cost[0];
  }

  push(state: number, cost: number): void {
    if (this.size === this.#state.length) this.#grow();
    const costs = this.#cost;
    const states = this.#state;
    let i = this.size++;
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (costs[up] < cost || (costs[up] === cost && states[up] <= state)) break;
      costs[i] = costs[up];
      states[i] = states[up];
      i = up;
    }
    costs[i] = cost;
    states[i] = state;
  }

  /** Takes the top state. */
  pop(): number {
    const costs = this.#cost;
    const states = this.#state;
    const top = states[0];
    const size = --this.size;
    const cost = costs[size];
    const state = states[size];
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= size) break;
      const right = child + 1;
      if (right < size && (costs[right] < costs[child] || (costs[right] === costs[child] && states[right] < states[child]))) child = right;
      if (costs[child] > cost || (costs[child] === cost && states[child] >= state)) break;
      costs[i] = costs[child];
      states[i] = states[child];
      i = child;
    }
    costs[i] = cost;
    states[i] = state;
    return top;
  }

  #grow(): void {
    const cost = new Float64Array(this.#cost.length * 2);
    cost.set(this.#cost);
    this.#cost = cost;
    const state = new Int32Array(this.#state.length * 2);
    state.set(this.#state);
    this.#state = state;
  }
}
