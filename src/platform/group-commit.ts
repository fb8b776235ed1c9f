import type { Link } from '@opentelemetry/api';
import { linksToCurrent, tracedAlone } from './traces/spans.ts';

/**
 * Groups work of concurrent callers: while one group commits, the next one collects. When a group has ended,
 * its callers are likely to send more at once: the next group waits for them briefly, so that it is not made
 * of the fastest callers only. Work beyond the limit of waiting items is rejected at once.
 */
export interface GroupCommit<Item, Result> {
  /** The result of this item alone, once its group has committed. */
  submit(item: Item): Promise<Result>;
  /** Whether an item of this weight would be rejected now. */
  isFull(weight: number): boolean;
}

export interface GroupOptions<Item, Result> {
  weightOf(item: Item): number;
  /** Per group; a heavier item gets a group of its own. */
  maxWeight: number;
  /** Of all waiting items. */
  maxWaiting: number;
  /** Number of concurrent groups. */
  lanes: number;
  /**
   * The weight that starts a group at once if a lane is free, even if more may come. Less is enough if it is
   * a fair share of everything that waits, runs and is expected back, so that the lanes alternate; but never
   * less than `fewest`, which is better served in the next group.
   */
  crowd: number;
  fewest: number;
  /** From the end of a group; the longest wait for its callers to return. */
  maxWaitMs: number;
  /** Runs a group in one transaction; results in the order of the items. Lanes are numbered from 0. */
  run(items: readonly Item[], lane: number): Promise<Result[]>;
  /** Whether an error is no single item's fault, such as a lost database: then items are not retried. */
  isOfAll(error: unknown): boolean;
  fullError(): Error;
}

interface Waiting<Item, Result> {
  item: Item;
  weight: number;
  /** To the request that waits, if its trace is recorded. */
  links: Link[];
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export function groupCommit<Item, Result>(options: GroupOptions<Item, Result>): GroupCommit<Item, Result> {
  return new Groups(options);
}

class Groups<Item, Result> implements GroupCommit<Item, Result> {
  readonly #options: GroupOptions<Item, Result>;
  readonly #freeLanes: number[];
  readonly #waiting: Waiting<Item, Result>[] = [];
  #waitingWeight = 0;
  #runningWeight = 0;
  #isPlanned = false;
  /** The weight of recently ended groups whose callers have not returned yet. */
  #expectedWeight = 0;

  constructor(options: GroupOptions<Item, Result>) {
    this.#options = options;
    this.#freeLanes = Array.from({ length: options.lanes }, (_, lane) => lane);
  }

  isFull(weight: number): boolean {
    return this.#waitingWeight > 0 && this.#waitingWeight + weight > this.#options.maxWaiting;
  }

  submit(item: Item): Promise<Result> {
    const weight = this.#options.weightOf(item);
    if (this.isFull(weight)) return Promise.reject(this.#options.fullError());
    this.#waitingWeight += weight;
    this.#expectedWeight = Math.max(0, this.#expectedWeight - weight);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, weight, links: linksToCurrent(), resolve, reject });
      // A large enough group is sent while this process still reads the requests of the next one.
      if (!this.#isCrowd() || !this.#start()) this.#plan();
    });
  }

  #isCrowd(): boolean {
    const { lanes, crowd, fewest } = this.#options;
    const all = this.#waitingWeight + this.#runningWeight + this.#expectedWeight;
    return this.#waitingWeight >= Math.min(crowd, Math.max(fewest, Math.ceil(all / lanes)));
  }

  /** Nothing runs, and no caller is expected back. */
  #isIdle(): boolean {
    return this.#expectedWeight === 0 && this.#freeLanes.length === this.#options.lanes;
  }

  /** Callers served in one turn of the event loop share a group, without waiting for more. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      while (this.#waiting.length > 0 && (this.#isIdle() || this.#isCrowd())) if (!this.#start()) return;
    });
  }

  /** False when no lane is free. */
  #start(): boolean {
    const lane = this.#freeLanes.shift();
    if (lane === undefined) return false;
    const group = this.#waiting.splice(0, countOfGroup(this.#waiting, this.#options.maxWeight));
    let groupWeight = 0;
    for (const { weight } of group) groupWeight += weight;
    this.#waitingWeight -= groupWeight;
    this.#runningWeight += groupWeight;
    void settle(group, { options: this.#options, lane }).finally(() => {
      this.#runningWeight -= groupWeight;
      // The lowest lanes are used first, so that as few as possible own rows.
      this.#freeLanes.push(lane);
      this.#freeLanes.sort((one, other) => one - other);
      this.#expectBack(groupWeight);
      this.#plan();
    });
    return true;
  }

  #expectBack(weight: number): void {
    const { maxWaitMs } = this.#options;
    if (maxWaitMs === 0) return;
    this.#expectedWeight += weight;
    setTimeout(() => {
      this.#expectedWeight = 0;
      this.#plan();
    }, maxWaitMs);
  }
}

/** The number of waiting items in the next group; at least one. */
function countOfGroup(waiting: readonly { weight: number }[], maxWeight: number): number {
  let weight = 0;
  for (const [count, each] of waiting.entries()) {
    weight += each.weight;
    if (count > 0 && weight > maxWeight) return count;
  }
  return waiting.length;
}

/** In a trace of its own, which each of those that wait for it is linked to. */
function traceGroup<T>(group: readonly { links: Link[] }[], run: () => Promise<T>): Promise<T> {
  const facts = () => ({
    links: group.flatMap((each) => each.links),
    attributes: { 'tallymark.group.size': group.length },
  });
  return tracedAlone('group', facts, run);
}

/** Retries the items of a failed group one by one, so that none fails because of another. */
async function settle<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  way: { options: GroupOptions<Item, Result>; lane: number },
): Promise<void> {
  const { options, lane } = way;
  try {
    const results = await traceGroup(group, () =>
      options.run(
        group.map(({ item }) => item),
        lane,
      ),
    );
    for (const [i, { resolve }] of group.entries()) resolve(results[i] as Result);
  } catch (error) {
    if (group.length === 1 || options.isOfAll(error)) for (const { reject } of group) reject(error);
    else for (const each of group) await settle([each], way);
  }
}
