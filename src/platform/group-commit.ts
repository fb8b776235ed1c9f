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
   * What is enough for a group, whoever else may come: it starts at once if a lane is free. Less is enough if
   * it is its share of all that waits, runs and is expected back, so that the lanes take turns; but never less
   * than `fewest`, which is better off in the next group.
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
  const { mostWaiting, mostWaitMs } = options;
  const freeLanes = Array.from({ length: options.lanes }, (_, lane) => lane);
  const waiting: Waiting<Item, Result>[] = [];
  let waitingWeight = 0;
  let runningWeight = 0;
  let isPlanned = false;
  /** Of the groups that ended a moment ago, what has not been asked for again. */
  let expected = 0;

  const isCrowd = () => {
    const share = Math.ceil((waitingWeight + runningWeight + expected) / options.lanes);
    return waitingWeight >= Math.min(options.crowd, Math.max(options.fewest, share));
  };

  // Callers that are served in one turn of the event loop are in one group, without waiting for more.
  const plan = () => {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      const isIdle = () => expected === 0 && freeLanes.length === options.lanes;
      while (waiting.length > 0 && (isIdle() || isCrowd())) if (!start()) return;
    });
  };
  /** False when no lane is free. */
  const start = (): boolean => {
    const lane = freeLanes.shift();
    if (lane === undefined) return false;
    const group = waiting.splice(0, countOfGroup(waiting, options.mostWeight));
    let groupWeight = 0;
    for (const { weight } of group) groupWeight += weight;
    waitingWeight -= groupWeight;
    runningWeight += groupWeight;
    void settle(group, { options, lane }).finally(() => {
      freeLanes.push(lane);
      runningWeight -= groupWeight;
      expectBack(groupWeight);
      // The first ones are taken first: as few as can be have something of their own.
      freeLanes.sort((one, other) => one - other);
      plan();
    });
    return true;
  };
  const expectBack = (weight: number) => {
    if (mostWaitMs === 0) return;
    expected += weight;
    setTimeout(() => {
      expected = 0;
      plan();
    }, mostWaitMs);
  };
  const isFull = (weight: number) => waitingWeight > 0 && waitingWeight + weight > mostWaiting;
  return {
    isFull,
    submit: (item) => {
      const weight = options.weightOf(item);
      if (isFull(weight)) return Promise.reject(options.refuse());
      waitingWeight += weight;
      expected = Math.max(0, expected - weight);
      return new Promise((resolve, reject) => {
        waiting.push({ item, weight, resolve, reject });
        // A group that is large enough is on its way while this process still reads the requests of the next.
        if (!isCrowd() || !start()) plan();
      });
    },
  };
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
