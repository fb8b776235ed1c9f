/**
 * Work that many callers ask for at the same time, done in groups: while one group is being committed, the
 * next one gathers. When a group has ended, those who asked are likely to ask again at once: the next group
 * waits for them, a moment at most, so that it is not a group of the fastest. What does not fit in the room
 * for waiting is refused at once.
 */
export interface GroupCommit<Item, Result> {
  /** The result of this item alone, when the group that it was done in has committed. */
  submit(item: Item): Promise<Result>;
  /** Whether something of this weight would be refused now. */
  isFull(weight: number): boolean;
}

export interface GroupOptions<Item, Result> {
  weightOf(item: Item): number;
  /** Of one group; an item that is heavier goes alone. */
  mostWeight: number;
  /** Of all items that wait. */
  mostWaiting: number;
  /** Groups at one time. */
  lanes: number;
  /**
   * What is enough for a group, whoever else may come: it starts at once if a lane is free. Less is enough
   * if it is its share of all that waits, runs and is expected back, so that the lanes take turns; but never
   * less than `fewest`, which is better off in the next group.
   */
  crowd: number;
  fewest: number;
  /** From the end of a group, for those who were in it. */
  mostWaitMs: number;
  /** Does a group in one transaction; results in the order of the items. Lanes are numbered from 0. */
  run(items: readonly Item[], lane: number): Promise<Result[]>;
  /** Whether a failure is no item's fault, such as a database that is gone: then nothing is tried again. */
  isOfAll(error: unknown): boolean;
  refuse(): Error;
}

interface Waiting<Item, Result> {
  item: Item;
  weight: number;
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
  /** Of the groups that ended a moment ago, what has not been asked for again. */
  #expectedWeight = 0;

  constructor(options: GroupOptions<Item, Result>) {
    this.#options = options;
    this.#freeLanes = Array.from({ length: options.lanes }, (_, lane) => lane);
  }

  isFull(weight: number): boolean {
    return this.#waitingWeight > 0 && this.#waitingWeight + weight > this.#options.mostWaiting;
  }

  submit(item: Item): Promise<Result> {
    const weight = this.#options.weightOf(item);
    if (this.isFull(weight)) return Promise.reject(this.#options.refuse());
    this.#waitingWeight += weight;
    this.#expectedWeight = Math.max(0, this.#expectedWeight - weight);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, weight, resolve, reject });
      // A group that is large enough is on its way while this process still reads the requests of the next.
      if (!this.#isCrowd() || !this.#start()) this.#plan();
    });
  }

  #isCrowd(): boolean {
    const { lanes, crowd, fewest } = this.#options;
    const all = this.#waitingWeight + this.#runningWeight + this.#expectedWeight;
    return this.#waitingWeight >= Math.min(crowd, Math.max(fewest, Math.ceil(all / lanes)));
  }

  /** Nothing runs, and nobody is waited for. */
  #isIdle(): boolean {
    return this.#expectedWeight === 0 && this.#freeLanes.length === this.#options.lanes;
  }

  /** Callers that are served in one turn of the event loop are in one group, without waiting for more. */
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
    const group = this.#waiting.splice(0, countOfGroup(this.#waiting, this.#options.mostWeight));
    let groupWeight = 0;
    for (const { weight } of group) groupWeight += weight;
    this.#waitingWeight -= groupWeight;
    this.#runningWeight += groupWeight;
    void settle(group, { options: this.#options, lane }).finally(() => {
      this.#runningWeight -= groupWeight;
      // The first ones are taken first: as few as can be have something of their own.
      this.#freeLanes.push(lane);
      this.#freeLanes.sort((one, other) => one - other);
      this.#expectBack(groupWeight);
      this.#plan();
    });
    return true;
  }

  #expectBack(weight: number): void {
    const { mostWaitMs } = this.#options;
    if (mostWaitMs === 0) return;
    this.#expectedWeight += weight;
    setTimeout(() => {
      this.#expectedWeight = 0;
      this.#plan();
    }, mostWaitMs);
  }
}

/** How many of those that wait go together; at least one. */
function countOfGroup(waiting: readonly { weight: number }[], mostWeight: number): number {
  let weight = 0;
  for (const [count, each] of waiting.entries()) {
    weight += each.weight;
    if (count > 0 && weight > mostWeight) return count;
  }
  return waiting.length;
}

/** What fails together is tried alone, so that nobody fails for another's sake. */
async function settle<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  way: { options: GroupOptions<Item, Result>; lane: number },
): Promise<void> {
  const { options, lane } = way;
  try {
    const results = await options.run(
      group.map(({ item }) => item),
      lane,
    );
    for (const [i, { resolve }] of group.entries()) resolve(results[i] as Result);
  } catch (error) {
    if (group.length === 1 || options.isOfAll(error)) for (const { reject } of group) reject(error);
    else for (const each of group) await settle([each], way);
  }
}
