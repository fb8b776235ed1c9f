import { expect, it } from 'vitest';
import { Listener, type ListenerLimits } from './listener.ts';

const event = (seq: number) => ({ seq, status: 1, schemaName: 's', accountId: null });
const numbers = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);

/** Takes whatever there is, from now on. */
function taking(listener: Listener): { taken(): Promise<string[]> } {
  let taken: string[] = [];
  const take = async () => {
    for (let next = await listener.take(); next !== null; next = await listener.take())
      taken.push('dropped' in next ? `-${next.dropped}` : next.numbers.join(' '));
  };
  void take();
  return {
    taken: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      const until = taken;
      taken = [];
      return until;
    },
  };
}
const takeAll = (listener: Listener) => taking(listener).taken();

function look(listener: Listener, seqs: readonly number[]): void {
  listener.renew();
  for (const seq of seqs) listener.offer(event(seq));
}

const listening = (limits: ListenerLimits) => new Listener(() => true, limits);

it('takes in so many at each look, more after a pause, and counts the others', async () => {
  const listener = listening({ perLook: 1, max: 3 });
  const looks: [seqs: number[], taken: string][] = [
    [[1, 2, 3, 4], '1 2 3 | -1'],
    [[5, 6, 7], '5 | -2'],
    [[], ''],
    [[8, 9, 10], '8 9 | -1'],
    [[], ''],
    [[], ''],
    [[], ''],
    [[], ''],
    [[11, 12, 13, 14], '11 12 13 | -1'],
  ];
  const reader = taking(listener);
  for (const [seqs, taken] of looks) {
    look(listener, seqs);
    expect((await reader.taken()).join(' | ')).toBe(taken);
  }
});

it('counts what was left out at its place', async () => {
  const listener = listening({ perLook: 2, max: 4 });
  look(listener, [1, 2, 3, 4, 5]);
  await listener.take();
  look(listener, [6, 7, 8]);
  expect(await takeAll(listener)).toEqual(['-1', '6 7', '-1']);
});

it('takes in only what is wanted, and counts nothing else', async () => {
  const listener = new Listener(({ seq }) => seq % 2 === 0, { perLook: 1, max: 2 });
  look(listener, numbers(1, 8));
  expect(await takeAll(listener)).toEqual(['2 4', '-2']);
});

it('never holds more than its limit and a mark, however long nobody takes', async () => {
  const listener = listening({ perLook: 3, max: 10 });
  for (let i = 0; i < 1000; i++) look(listener, numbers(5 * i, 5));
  const parts = await takeAll(listener);
  const shown = parts.filter((part) => !part.startsWith('-')).flatMap((part) => part.split(' '));
  const dropped = parts.filter((part) => part.startsWith('-')).reduce((sum, part) => sum - Number(part), 0);
  expect(parts.length + shown.length).toBeLessThanOrEqual(2 * 11);
  expect(shown.length + dropped).toBe(5000);
});

it('hands out a hundred at a time', async () => {
  const listener = listening({ perLook: 1, max: 200 });
  look(listener, numbers(0, 150));
  expect((await takeAll(listener)).map((part) => part.split(' ').length)).toEqual([100, 50]);
});

it('waits for something, and ends with what it was ended by', async () => {
  const listener = listening({ perLook: 9, max: 9 });
  const taken = listener.take();
  listener.offer(event(7));
  expect(await taken).toEqual({ numbers: [7] });
  const next = listener.take();
  listener.end(new RangeError('a fault'));
  await expect(next).rejects.toThrow('a fault');
});

it('hands out nothing after its end', async () => {
  const listener = listening({ perLook: 9, max: 9 });
  listener.offer(event(7));
  listener.end();
  expect(await listener.take()).toBeNull();
});
