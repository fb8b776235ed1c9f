import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { decimal, decimalText, ZERO } from '../decimal.ts';
import { burnDown, type CreditInput, compareCredits, type PayableLine } from './index.ts';

function credit(id: string, available: string, rest: Partial<CreditInput> = {}): CreditInput {
  return {
    id,
    purpose: id,
    priority: 1,
    effectiveFrom: '2030-01-01',
    createdAt: '2030-01-01T00:00:00.000000Z',
    scope: [],
    available,
    ...rest,
  };
}

function line(id: string, group: PayableLine['group'], value: string): PayableLine {
  return { id, group, value: decimal(value) };
}

/** `A→U 30, B→F 10`: what each credit pays of each line. */
function paid(credits: CreditInput[], lines: PayableLine[]): string {
  const gross = lines.reduce((sum, { value }) => sum.plus(value), ZERO);
  const uses = burnDown(credits, lines, { gross });
  return uses.map(({ creditId, lineId, amount }) => `${creditId}→${lineId} ${amount}`).join(', ');
}

const U = line('U', 'USAGE', '60');
const F = line('F', 'FIXED_FEE', '50');
const G = line('G', 'CREDIT_GRANT', '20');

describe('the worked example of money-platform 13.5', () => {
  const a = credit('A', '40', { scope: ['U'], effectiveUntil: '2030-12-31' });
  const b = credit('B', '30', { effectiveUntil: '2030-06-30' });
  const c = credit('C', '100', { priority: 5, scope: ['ALL_FIXED_FEE_RATE_CARDS'] });

  // B ends first; A finds 30 left of U; C pays all of F; the purchase of credits is not for any of them.
  it('B pays 30 of U, A 30 of U, C 50 of F', () => {
    expect(paid([a, b, c], [U, F, G])).toBe('B→U 30, A→U 30, C→F 50');
  });
});

test.each<[string, CreditInput[], PayableLine[], string]>([
  // case                                   credits                                      lines    paid
  ['nothing to pay', [credit('A', '10')], [], ''],
  ['a line of zero', [credit('A', '10')], [line('U', 'USAGE', '0')], ''],
  ['a smaller credit', [credit('A', '10')], [U], 'A→U 10'],
  ['a larger credit', [credit('A', '100')], [U], 'A→U 60'],
  ['two lines in their order', [credit('A', '100')], [U, F], 'A→U 60, A→F 40'],
  ['a purchase of credits, unscoped', [credit('A', '100')], [G], ''],
  ['a purchase of credits that it names', [credit('A', '100', { scope: ['G'] })], [G], 'A→G 20'],
  ['another billable', [credit('A', '100', { scope: ['X'] })], [U, F], ''],
  ['all usage', [credit('A', '100', { scope: ['ALL_USAGE_METER_RATE_CARDS'] })], [F, U], 'A→U 60'],
  ['a true-up, scoped', [credit('A', '9', { scope: ['T'] })], [line('T', 'UNSCOPED_ONLY', '5')], ''],
  ['a true-up, unscoped', [credit('A', '9')], [line('T', 'UNSCOPED_ONLY', '5')], 'A→T 5'],
  // Gross is 60 − 25 = 35, and no more than that can be paid.
  ['a discount beside', [credit('A', '100')], [U, line('D', 'FIXED_FEE', '-25')], 'A→U 35'],
  // Gross is 60 + 20 − 25 = 55; 20 of it is a purchase that the credit may not pay: 35.
  ['a discount and a purchase', [credit('A', '100')], [U, G, line('D', 'FIXED_FEE', '-25')], 'A→U 35'],
  ['a negative invoice', [credit('A', '100')], [U, line('D', 'FIXED_FEE', '-70')], ''],
  ['nothing available', [credit('A', '0')], [U], ''],
])('%s', (_, credits, lines, expected) => {
  expect(paid(credits, lines)).toBe(expected);
});

test.each<[string, Partial<CreditInput>, Partial<CreditInput>]>([
  ['priority', { priority: 1 }, { priority: 2, effectiveUntil: '2030-01-02' }],
  ['the earlier end', { effectiveUntil: '2030-02-01' }, { effectiveUntil: '2030-02-02', scope: ['U'] }],
  ['an end before none', { effectiveUntil: '9998-12-31' }, { scope: ['U'] }],
  ['the scoped one', { scope: ['U'], effectiveFrom: '2030-01-02' }, {}],
  ['the earlier start', { effectiveFrom: '2029-12-31', createdAt: '2030-01-02T00:00:00.000000Z' }, {}],
  ['the older grant', { id: 'Z', createdAt: '2029-12-31T23:59:59.999999Z' }, {}],
  ['the lower id', { id: 'A' }, { id: 'B' }],
])('first pays %s', (_, first, second) => {
  const [a, b] = [credit('M', '1', first), credit('N', '1', second)];
  expect([b, a].toSorted(compareCredits)).toEqual([a, b]);
  expect([a, b].toSorted(compareCredits)).toEqual([a, b]);
});

describe('whatever the credits and the lines', () => {
  const cents = (max: number) => fc.integer({ min: -max, max }).map((n) => decimal(n).div(100));
  const groups = ['USAGE', 'FIXED_FEE', 'CREDIT_GRANT', 'UNSCOPED_ONLY'] as const;
  const lines = fc
    .array(fc.tuple(fc.constantFrom(...groups), cents(10_000)), { maxLength: 6 })
    .map((each) => each.map(([group, value], i) => line(`L${i}`, group, decimalText(value))));
  const scopes = fc.constantFrom<string[]>([], ['L0'], ['L1', 'L2'], ['ALL_USAGE_METER_RATE_CARDS']);
  const credits = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 9_000 }), scopes), {
      maxLength: 5,
    })
    .map((each) =>
      each.map(([priority, n, scope], i) =>
        credit(`C${i}`, decimalText(decimal(n).div(100)), { priority, scope }),
      ),
    );

  it('no line and no credit is overdrawn, the net is never below zero, and order does not matter', () => {
    fc.assert(
      fc.property(credits, lines, (grants, leaves) => {
        const gross = leaves.reduce((sum, { value }) => sum.plus(value), ZERO);
        const uses = burnDown(grants, leaves, { gross });
        const total = (of: (use: (typeof uses)[number]) => boolean) =>
          uses.filter(of).reduce((sum, { amount }) => sum.plus(decimal(amount)), ZERO);
        for (const { id, value } of leaves)
          expect(total(({ lineId }) => lineId === id).lte(value.gt(0) ? value : ZERO)).toBe(true);
        for (const { id, available } of grants)
          expect(total(({ creditId }) => creditId === id).lte(decimal(available))).toBe(true);
        const paidInAll = total(() => true);
        expect(paidInAll.lte(gross.gt(0) ? gross : ZERO)).toBe(true);
        expect(uses.every(({ amount }) => decimal(amount).gt(0))).toBe(true);
        expect(burnDown(grants.toReversed(), leaves, { gross })).toEqual(uses);
      }),
    );
  });

  it('what could still be paid is paid: a credit with something left finds no open line in its scope', () => {
    fc.assert(
      fc.property(credits, lines, (grants, leaves) => {
        const positive = leaves.filter(({ value }) => value.gt(0));
        const gross = positive.reduce((sum, { value }) => sum.plus(value), ZERO);
        const uses = burnDown(grants, positive, { gross });
        const used = (key: 'creditId' | 'lineId', id: string) =>
          uses.filter((use) => use[key] === id).reduce((sum, { amount }) => sum.plus(decimal(amount)), ZERO);
        for (const grant of grants) {
          if (used('creditId', grant.id).eq(decimal(grant.available))) continue;
          const open = positive.filter((leaf) => used('lineId', leaf.id).lt(leaf.value));
          expect(burnDown([{ ...grant, available: '1' }], open, { gross })).toEqual([]);
        }
      }),
    );
  });
});
