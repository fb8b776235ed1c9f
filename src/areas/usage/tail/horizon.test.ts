import fc from 'fast-check';
import { expect, it } from 'vitest';
import { horizonFrom } from './horizon.ts';

it.each([
  // looks: last block and who writes, separated by spaces; from and until of the last one
  ['nobody writes', ['7', '9'], '0..10'],
  ['somebody new writes, who may have any number above', ['7', '9 a'], '0..8'],
  ['a new one and nobody of before', ['7 a', '9 b'], '0..8'],
  ['one of before is still there', ['7 a', '9 a b'], '0..5'],
  ['the one of before has ended', ['7 a', '9 a b', '12 b'], '0..8'],
  ['everybody has ended', ['7 a', '9 a b', '12'], '0..13'],
  ['one that does not end holds up the others for two looks', ['7 a', '8 a', '9 a'], '0..5'],
  ['and no longer', ['7 a', '8 a', '9 a', '10 a'], '5..11'],
  ['until it ends, when order returns', ['7 a', '8 a', '9 a', '10 a', '12 b'], '5..8'],
  ['what is settled is left alone after three looks', ['6', '7', '8', '9'], '7..10'],
  ['and not while somebody may still write there', ['5 a', '6 a', '7 a', '8 a', '9 a', '10 a'], '5..11'],
])('%s', (_, looks, expected) => {
  const look = horizonFrom(0, { lastBlock: 4, writers: [] }, { hold: 2, keep: 3 });
  const horizons = looks.map((text) => {
    const [lastBlock, ...writers] = text.split(' ');
    return look({ lastBlock: Number(lastBlock), writers });
  });
  const { from, until } = horizons.at(-1) as { from: number; until: number };
  expect(`${from}..${until}`).toBe(expected);
});

/** Each transaction begins at a look and takes the next number. */
it('leaves no number whose transaction runs, and passes none unless one takes too long', () => {
  const transaction = fc.record({ begins: fc.nat(30), lasts: fc.nat(12) });
  fc.assert(
    fc.property(fc.array(transaction, { maxLength: 40 }), (unordered) => {
      const transactions = unordered.toSorted((a, b) => a.begins - b.begins);
      const hold = 4;
      const look = horizonFrom(0, { lastBlock: -1, writers: [] }, { hold, keep: 0 });
      for (let at = 0; at <= 45; at++) {
        const lastBlock = transactions.filter(({ begins }) => begins <= at).length - 1;
        const runs = ({ begins, lasts }: { begins: number; lasts: number }) =>
          begins <= at && at < begins + lasts;
        const running = transactions.map((each, block) => ({ ...each, block })).filter(runs);
        const { from, until } = look({ lastBlock, writers: running.map(({ block }) => String(block)) });
        const oldest = Math.min(...running.map(({ begins }) => begins));
        for (const { block } of running) {
          expect(block).toBeGreaterThanOrEqual(from);
          if (at - oldest <= hold) expect(block).toBeGreaterThanOrEqual(until);
        }
        if (running.length === 0) expect(until).toBe(lastBlock + 1);
      }
    }),
  );
});
