import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type GroupOptions, groupCommit } from './group-commit.ts';

/** Groups that end when the test says so. */
function heldGroups(options: Partial<GroupOptions<number, string>> = {}) {
  const running: { items: readonly number[]; end(error?: Error): void }[] = [];
  const group = groupCommit<number, string>({
    ...{ weightOf: (item) => item, maxWeight: 10, maxWaiting: 20, lanes: 1, crowd: 5, fewest: 5 },
    maxWaitMs: 0,
    run: (items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => `done ${item}`)));
        running.push({ items, end });
      }),
    isOfAll: ({ message }: Error) => message === 'gone',
    fullError: () => new Error('full'),
    ...options,
  } as GroupOptions<number, string>);
  return { running, group };
}

describe('groups', () => {
  it('what is requested in one turn goes together, what comes meanwhile goes next', async () => {
    const { running, group } = heldGroups();
    const first = [group.submit(1), group.submit(2)];
    await turn();
    const second = [group.submit(3), group.submit(4), group.submit(5)];
    await turn();
    expect(running.map(({ items }) => items)).toEqual([[1, 2]]);
    running[0]?.end();
    expect(await Promise.all(first)).toEqual(['done 1', 'done 2']);
    await turn();
    // 3 + 4 weigh 7; 5 more would be over 10.
    expect(running[1]?.items).toEqual([3, 4]);
    running[1]?.end();
    await turn();
    await turn();
    running[2]?.end();
    expect(await Promise.all(second)).toEqual(['done 3', 'done 4', 'done 5']);
  });

  it('a second lane opens for a crowd and for nothing less', async () => {
    const { running, group } = heldGroups({ lanes: 2 });
    void group.submit(1);
    await turn();
    void group.submit(4);
    await turn();
    expect(running).toHaveLength(1);
    void group.submit(1);
    await turn();
    expect(running.map(({ items }) => items)).toEqual([[1], [4, 1]]);
  });

  it('a second lane opens for its share of all who are there, in the turn in which they come', async () => {
    const { running, group } = heldGroups({ lanes: 2, crowd: 10, fewest: 2 });
    const first = [group.submit(1), group.submit(1), group.submit(1)];
    // Two of three are more than their half: the third waits for its own.
    expect(running.map(({ items }) => items)).toEqual([[1, 1]]);
    await turn();
    expect(running).toHaveLength(1);
    first.push(group.submit(1));
    expect(running.map(({ items }) => items)).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  it('what is expected back counts among all who are there', async () => {
    const { running, group } = heldGroups({ lanes: 2, crowd: 10, fewest: 2, maxWaitMs: 50 });
    void group.submit(6);
    running[0]?.end();
    await turn();
    void group.submit(2);
    await turn();
    expect(running).toHaveLength(1);
    // 3 have come, and 3 may come.
    void group.submit(1);
    expect(running[1]?.items).toEqual([2, 1]);
  });

  it('what is heavier than a group goes alone', async () => {
    const { running, group } = heldGroups();
    void group.submit(15);
    void group.submit(1);
    await turn();
    expect(running[0]?.items).toEqual([15]);
  });

  it('is full when more waits than there is room for, and rejects without losing what waits', async () => {
    const { running, group } = heldGroups();
    void group.submit(10);
    await turn();
    const waiting = group.submit(9);
    expect([group.isFull(11), group.isFull(12)]).toEqual([false, true]);
    await expect(group.submit(12)).rejects.toThrow('full');
    running[0]?.end();
    await turn();
    await turn();
    running[1]?.end();
    expect(await waiting).toBe('done 9');
    expect(group.isFull(20)).toBe(false);
  });

  it('a group that fails is tried item by item: only the guilty one fails', async () => {
    const { group } = heldGroups({
      run: async (items) => {
        if (items.includes(2)) throw new Error('two');
        return items.map((item) => `done ${item}`);
      },
    });
    const results = await Promise.allSettled([group.submit(1), group.submit(2), group.submit(3)]);
    expect(
      results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
    ).toEqual(['done 1', 'Error: two', 'done 3']);
  });

  it('a failure of the whole group rejects every member, without a retry', async () => {
    let runs = 0;
    const { group } = heldGroups({
      run: () => {
        runs++;
        return Promise.reject(new Error('gone'));
      },
    });
    const results = await Promise.allSettled([group.submit(1), group.submit(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(runs).toBe(1);
  });
});

describe('when a group has ended', () => {
  afterEach(() => vi.useRealTimers());

  /** A group of two has ended; what is asked for next waits up to 2 ms. */
  async function endedGroup() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { running, group } = heldGroups({ maxWaitMs: 2 });
    const requested = [group.submit(1), group.submit(1)];
    await turn();
    running[0]?.end();
    await Promise.all(requested);
    return { running, group };
  }

  it('the next one waits for all who were in it', async () => {
    const { running, group } = await endedGroup();
    void group.submit(1);
    await turn();
    expect(running).toHaveLength(1);
    void group.submit(2);
    await turn();
    expect(running[1]?.items).toEqual([1, 2]);
  });

  it('but not for long', async () => {
    const { running, group } = await endedGroup();
    void group.submit(1);
    await turn();
    expect(running).toHaveLength(1);
    vi.advanceTimersByTime(2);
    await turn();
    expect(running[1]?.items).toEqual([1]);
  });

  it('and not when there is a crowd', async () => {
    const { running, group } = await endedGroup();
    void group.submit(5);
    await turn();
    expect(running[1]?.items).toEqual([5]);
  });
});
