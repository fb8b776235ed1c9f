const SUB_BITS = 5;
const SUB_BUCKETS = 1 << SUB_BITS;

/** Counts durations in buckets of 3 % width: constant memory, and no sorting while the clock runs. */
export class Histogram {
  #counts = new Uint32Array(32 * SUB_BUCKETS);
  #total = 0;
  #maxUs = 0;

  add(ms: number): void {
    const us = Math.max(0, Math.round(ms * 1000));
    const shift = Math.max(0, 32 - Math.clz32(us) - SUB_BITS - 1);
    const bucket = shift * SUB_BUCKETS + (us >>> shift);
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#total += 1;
    if (us > this.#maxUs) this.#maxUs = us;
  }

  /** Milliseconds that this share of the durations does not exceed; NaN without any. */
  quantile(share: number): number {
    let left = Math.ceil(this.#total * share);
    for (const [bucket, count] of this.#counts.entries()) {
      left -= count;
      if (left <= 0 && count > 0) return middleOf(bucket) / 1000;
    }
    return Number.NaN;
  }

  get maxMs(): number {
    return this.#maxUs / 1000;
  }
}

function middleOf(bucket: number): number {
  const shift = Math.max(0, (bucket >>> SUB_BITS) - 1);
  return (bucket - shift * SUB_BUCKETS + 0.5) * 2 ** shift - 0.5;
}
