import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import {
  applyDebit,
  byConsumption,
  type FeatureWallet,
  planDebit,
  type WalletEntry,
} from './draw-credits.ts';

const at = (text: string) => Temporal.Instant.from(`${text}T00:00:00Z`);

function entry(id: string, granted: string | null, window: [from: string, until: string]): WalletEntry {
  const [from, until] = window;
  return {
    ...{
      id,
      isOverage: id.startsWith('over'),
      used: ZERO,
      granted: granted === null ? null : decimal(granted),
    },
    ...{ effectiveFrom: at(from), effectiveUntil: at(until) },
  };
}

function walletOf(...entries: WalletEntry[]): FeatureWallet {
  return { accountId: 'a1', featureId: 'f1', entries: entries.sort(byConsumption) };
}

/** What an event takes, as `A 5, B 10`; `refused` when there is not enough. */
function use(wallet: FeatureWallet, units: string, day = '2030-02-10'): string {
  const debit = planDebit(wallet, { at: at(day), units: decimal(units) });
  if (!debit) return 'rejected';
  applyDebit(debit);
  return debit.parts.map((part) => `${part.entry.id} ${decimalText(part.units)}`).join(', ');
}

describe('the example of metering-pricing 11.3', () => {
  const wallet = walletOf(
    entry('overage', '20', ['2030-02-01', '2030-03-01']),
    entry('B', '10', ['2030-01-01', '2030-04-01']),
    entry('A', '5', ['2030-01-01', '2030-03-01']),
  );

  it.each([
    // units  takes
    ['18', 'A 5, B 10, overage 3'],
    ['18', 'rejected'], //                 overage would be 21 of 20, nothing changes
    ['17', 'overage 17'], //              3 + 17 = 20
    ['0', ''],
    ['0.000000000000000001', 'rejected'],
  ])('%s units take %j', (units, taken) => expect(use(wallet, units)).toBe(taken));
});

describe('the order of entries', () => {
  const long = ['2030-01-01', '2031-01-01'] as [string, string];

  it.each([
    // entries                                                                             10 units take
    [[entry('b', '5', long), entry('a', '5', ['2030-01-01', '2030-06-01'])], 'a 5, b 5'], // earliest end
    [[entry('a', '5', ['2030-01-02', '2031-01-01']), entry('b', '5', long)], 'b 5, a 5'], // earliest start
    [[entry('b', '5', long), entry('a', '5', long)], 'a 5, b 5'], //                        id
    [[entry('over', '9', ['2030-02-01', '2030-02-20']), entry('a', '5', long)], 'a 5, over 5'],
    [[entry('over', null, long)], 'over 10'], //                                            without a limit
    [[entry('a', '10', ['2030-02-10', '2030-02-11'])], 'a 10'], //                          begins with it
    [[entry('a', '10', ['2030-02-09', '2030-02-10'])], 'rejected'], //                       ends before it
    [[entry('a', '10', ['2030-02-11', '2030-02-12'])], 'rejected'],
    [[], 'rejected'],
  ])('%#: %j', (entries, taken) => expect(use(walletOf(...entries), '10')).toBe(taken));
});

it('returns the overage of the event and of its block', () => {
  const wallet = walletOf(
    entry('a', '1', ['2030-01-01', '2030-03-01']),
    entry('over january', null, ['2030-01-01', '2030-02-01']),
    entry('over february', null, ['2030-02-01', '2030-03-01']),
  );
  const remaining = (units: string, day: string) => {
    const debit = planDebit(wallet, { at: at(day), units: decimal(units) });
    if (debit) applyDebit(debit);
    return [debit?.overage, debit?.usedOverage].map(String);
  };
  expect(remaining('4', '2030-01-31')).toEqual(['3', '3']);
  expect(remaining('2', '2030-02-01')).toEqual(['2', '2']);
  expect(remaining('0.5', '2030-02-02')).toEqual(['0.5', '2.5']);
});

it('whatever is used: debits add up to what is used, and no entry gives more than it has', () => {
  const amount = fc.integer({ min: 0, max: 50_000 }).map((n) => new Decimal(n).div(1000));
  const day = fc.integer({ min: 0, max: 40 }).map((n) => at('2030-01-01').add({ hours: 24 * n }));
  const entries = fc.array(fc.tuple(amount, day, day, fc.boolean()), { maxLength: 8 }).map((drawn) =>
    drawn.map(
      ([granted, a, b, isOverage], i): WalletEntry => ({
        ...{ id: `e${i}`, isOverage, granted, used: ZERO },
        ...{ effectiveFrom: Temporal.Instant.compare(a, b) < 0 ? a : b },
        effectiveUntil: Temporal.Instant.compare(a, b) < 0 ? b : a,
      }),
    ),
  );
  fc.assert(
    fc.property(entries, fc.array(fc.tuple(amount, day), { maxLength: 30 }), (drawn, events) => {
      const wallet = walletOf(...drawn);
      const sums = new Map<string, Decimal>();
      for (const [units, when] of events) {
        const before = wallet.entries.map(({ used }) => used);
        const debit = planDebit(wallet, { at: when, units });
        expect(wallet.entries.map(({ used }) => used)).toEqual(before);
        if (!debit) continue;
        const taken = debit.parts.reduce((sum, part) => sum.plus(part.units), ZERO);
        expect(taken.eq(units)).toBe(true);
        for (const part of debit.parts) {
          const { id } = part.entry;
          sums.set(id, (sums.get(id) ?? ZERO).plus(part.units));
        }
        applyDebit(debit);
      }
      for (const { id, granted, used } of wallet.entries) {
        expect((sums.get(id) ?? ZERO).eq(used)).toBe(true);
        expect(granted?.gte(used)).toBe(true);
      }
    }),
  );
});
