import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '#core/canonical-json.ts';
import {
  type CardInput,
  checkInvoiceTree,
  computeInvoice,
  type InvoiceInputs,
  type LineItem,
  linesOf,
  type SlabInput,
} from '#core/invoice/index.ts';
import { bill } from '../naive/bill.ts';
import { read, sum, write } from '../naive/fraction.ts';

/** A decimal text with at most so many digits after the point. */
function amounts(max: number, digits: number, min = 0): fc.Arbitrary<string> {
  const scale = 10 ** digits;
  return fc
    .integer({ min: min * scale, max: max * scale })
    .map((n) => write({ n: BigInt(n), d: BigInt(scale) }));
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

/** Without members that are undefined: absent is absent in stored inputs. */
function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
}

const slab = fc.record({
  width: fc.integer({ min: 1, max: 200 }),
  priceType: fc.constantFrom('FLAT', 'PER_UNIT', 'PACKAGE', 'PERCENTAGE'),
  rate: amounts(30, 4, -5),
  packageSize: fc.constantFrom('1', '7.5', '10', '0.3'),
  minimumRate: maybe(fc.constantFrom('0.005', '1.015', '3')),
  maximumRate: maybe(fc.constantFrom('3.3333', '50', '75.125')),
});

const prices = fc.record({
  pricingModel: fc.constantFrom('TIERED', 'VOLUME'),
  minimumRate: maybe(fc.constantFrom('0.005', '10.005')),
  maximumRate: maybe(fc.constantFrom('11', '200.5')),
  slabs: fc.array(slab, { minLength: 1, maxLength: 5 }).map((bodies) =>
    bodies.map(({ width: _, ...body }, index): SlabInput => {
      const startAfter = String(bodies.slice(0, index).reduce((start, { width }) => start + width, 0));
      return compact({ ...body, order: index + 1, startAfter }) as SlabInput;
    }),
  ),
});

const recurrence = { interval: 1, offset: 0 };
const period = { start: '2030-05-01', end: '2030-06-01' };

const usage = fc
  .record({ prices, quantity: amounts(700, 3, -20), maximumQuantity: maybe(amounts(500, 1)) })
  .map(({ prices, ...card }) => ({
    ...{ type: 'USAGE', billableId: 'um.1', eventCount: 3, ...prices, ...card },
    meter: { id: 'um.1', name: 'usage', aggregation: 'SUM' },
  }));
const fee = fc
  .record({
    feeType: fc.constantFrom('ONE_TIME', 'RECURRING'),
    rate: amounts(500, 5, -50),
    isProrated: fc.boolean(),
    billedDays: fc.integer({ min: 1, max: 31 }),
  })
  .map((card) => ({ type: 'FIXED_FEE', billableId: 'addon.1', nominalDays: 31, recurrence, ...card }));
const overage = fc.record({ prices, quantity: amounts(700, 3) }).map(({ prices, ...card }) => ({
  ...{ type: 'ENTITLEMENT_OVERAGE', billableId: 'feature.1', period, recurrence, ...prices, ...card },
}));
const entitlement = fc
  .record({
    prices,
    limits: fc.array(amounts(300, 2), { minLength: 1, maxLength: 3 }),
    quantity: amounts(3, 1, 1),
  })
  .map(({ prices, limits, quantity }) => ({
    ...{ type: 'BILLING_ENTITLEMENT', billableId: 'feature.1', period, recurrence, quantity, ...prices },
    featureConfigs: limits.map((featureCreditLimit) => ({
      ...{ effectiveFrom: 'PT0S', effectiveUntil: 'P1M', featureCreditLimit },
    })),
  }));
const grant = fc.record({ prices, creditAmount: amounts(400, 2) }).map(({ prices, creditAmount }) => ({
  ...{ type: 'CREDIT_GRANT', billableId: 'addon.2', feeType: 'RECURRING', period, recurrence },
  ...{ creditAmount, ...prices },
}));
const seats = fc
  .record({
    prices,
    isProrated: fc.boolean(),
    runs: fc.array(fc.record({ days: fc.integer({ min: 1, max: 7 }), quantity: amounts(60, 1) }), {
      ...{ minLength: 1, maxLength: 4 },
    }),
  })
  .map(({ prices, isProrated, runs }) => {
    const days = runs.map((_run, index) => runs.slice(0, index).reduce((sum, run) => sum + run.days, 1));
    const dated = runs.map((run, index) => ({
      ...{ start: `2030-05-${String(days[index]).padStart(2, '0')}`, ...run },
    }));
    const windowRuns = isProrated ? dated : dated.slice(0, 1);
    return {
      ...{ type: 'LICENSE', billableId: 'addon.3', licenseType: 'LICENSE', isProrated, nominalDays: 31 },
      ...prices,
      windows: [{ ...period, nominalDays: 31, runs: windowRuns }],
    };
  });

const tag = maybe(fc.constantFrom('EU', 'US'));
const cards = fc
  .array(fc.record({ card: fc.oneof(usage, fee, overage, entitlement, grant, seats), tag }), { maxLength: 6 })
  .map((drawn) =>
    drawn.map(({ card, tag }, index) => {
      const name = `card ${index + 1}`;
      // Every card bills a thing of its own, so that a rule means one of them.
      const billableId = `${card.billableId}.${index}`;
      return compact({ ...card, name, displayName: name, billableId, tag }) as unknown as CardInput;
    }),
  );

const CODES: Record<string, string> = {
  USAGE: 'urc',
  FIXED_FEE: 'ff',
  ENTITLEMENT_OVERAGE: 'eo',
  CREDIT_GRANT: 'cg',
};

/** Rules about some of the cards, each with another order. */
function rulesFor(cards: readonly CardInput[]) {
  const named = cards.flatMap(({ type, billableId }) =>
    CODES[type] ? [`${CODES[type]}.${billableId}`] : [],
  );
  const measured = named.filter((name) => /^(urc|eo)\./.test(name));
  const names = [
    'revenue.rate_card_total',
    ...named.map((name) => `revenue.${name}`),
    ...measured.map((name) => `usage.${name}`),
  ];
  const variable = fc.constantFrom(...names).map((name) => ({ var: name }));
  const term = fc.oneof(fc.integer({ min: -50, max: 900 }), variable);
  const computation = fc
    .tuple(fc.constantFrom('+', '-', '*', 'max', 'min'), term, term)
    .map(([operator, a, b]) => JSON.stringify({ [operator]: [operator === '*' ? 0.105 : a, b] }));
  const targets = names.slice(1);
  const add = fc
    .record({ isDiscount: fc.boolean() })
    .map(
      ({ isDiscount }) => ({ type: 'ADD', ...(isDiscount && { metadata: { type: 'DISCOUNT' } }) }) as const,
    );
  const update = (target: string) => ({ type: 'UPDATE', target }) as const;
  const action = targets.length > 0 ? fc.oneof(add, fc.constantFrom(...targets).map(update)) : add;
  const condition = maybe(fc.tuple(term, term).map((terms) => JSON.stringify({ '>': terms })));
  return fc
    .array(fc.record({ action, computation, condition }), { maxLength: 4 })
    .map((rules) =>
      rules.map((rule, index) =>
        compact({ ...rule, id: `r${index}`, name: `r${index}`, version: 1, order: index + 1 }),
      ),
    );
}

const credit = fc.record({
  priority: fc.integer({ min: 0, max: 2 }),
  effectiveUntil: maybe(fc.constantFrom('2030-05-31', '2030-12-31')),
  scope: fc.constantFrom<string[]>(
    [],
    ['ALL_USAGE_METER_RATE_CARDS'],
    ['ALL_FIXED_FEE_RATE_CARDS'],
    ['addon.2.0'],
  ),
  // Whole units are money in every currency.
  available: amounts(300, 0),
});
const charge = fc.oneof(
  amounts(90, 3, -20).map((value) => ({ value })),
  fc.record({ rate: amounts(20, 3), quantity: amounts(9, 2) }),
);

const inputs: fc.Arbitrary<InvoiceInputs> = cards.chain((cards) =>
  fc
    .record({
      currency: fc.constantFrom('USD', 'JPY', 'KWD', 'CLF'),
      roundingMode: fc.constantFrom('HALF_UP', 'HALF_EVEN', 'DOWN'),
      rules: rulesFor(cards),
      credits: fc.array(credit, { maxLength: 3 }),
      charges: fc.array(charge, { maxLength: 2 }),
      commitment: maybe(fc.record({ amount: amounts(900, 2), billedDays: fc.integer({ min: 1, max: 31 }) })),
    })
    .map(({ currency, roundingMode, rules, credits, charges, commitment }) => {
      const cycle = { ...period, nominalStart: period.start, nominalEnd: period.end };
      return {
        ...{ engine: 1, currency, roundingMode, timeZone: 'UTC', timing: 'IN_ARREARS', cards },
        cycle: { ...cycle, billedDays: 31, nominalDays: 31, ordinal: 0 },
        pricePlan: { id: 'pp.1', name: 'Plan', version: 1, scheduleId: 'sch.1' },
        ...(rules.length > 0 && { rules }),
        ...(credits.length > 0 && {
          credits: credits.map((each, index) => {
            const shared = { id: `cred.${index}`, purpose: 'gift', effectiveFrom: '2030-05-01' };
            return compact({ ...shared, createdAt: '2030-05-01T00:00:00.000000Z', ...each });
          }),
        }),
        ...(charges.length > 0 && {
          charges: charges.map((each, index) => ({ name: `c${index}`, ...each })),
        }),
        ...(commitment && {
          commitment: { name: 'minimum', displayName: 'Minimum', nominalDays: 31, ...commitment },
        }),
      } as InvoiceInputs;
    }),
);

const CARD_LINE = /^(?!ADVANCED).*_RATE_CARD_AMOUNT$/;

/** The lines of cards in the order of the cards, whatever tags group them. */
function cardValues(line: LineItem, cards: readonly CardInput[]): string[] {
  const lines = (each: LineItem): LineItem[] =>
    CARD_LINE.test(each.type) ? [each] : each.lineItems.flatMap(lines);
  const byId = new Map(lines(line).map((each) => [each.id, each.value]));
  return cards.map(({ billableId }) => byId.get(billableId) ?? 'missing');
}

const valuesOf = (line: LineItem, type: LineItem['type']) =>
  write(sum(linesOf(line, type).map(({ value }) => read(value))));

describe('the bill of any cycle', () => {
  it('is the one of a second program that was written from the specification alone', () => {
    let ruled = 0;
    let credited = 0;
    fc.assert(
      fc.property(inputs, (given) => {
        const naive = bill(given);
        const { revenueInfo, totalAmount, creditUses = [], ruleLogs = [] } = computeInvoice(given);
        expect(ruleLogs.map(({ changes }) => changes.errorMessage).filter(Boolean)).toEqual([]);
        ruled += ruleLogs.length;
        credited += creditUses.length;
        const paid = Map.groupBy(creditUses, ({ creditId }) => creditId);
        expect({
          cards: cardValues(revenueInfo, given.cards),
          trueUp: valuesOf(revenueInfo, 'TRUE_UP_AMOUNT'),
          additions: valuesOf(revenueInfo, 'TOTAL_PRICING_RULE_ADDITION_AMOUNT'),
          credits: Object.fromEntries(
            [...paid].map(([id, uses]) => [id, write(sum(uses.map(({ amount }) => read(amount))))]),
          ),
          charges: valuesOf(revenueInfo, 'TOTAL_MISCELLANEOUS_CHARGES'),
          total: totalAmount,
        }).toEqual(naive);
      }),
      { numRuns: 1500 },
    );
    // What is compared is what tenants use: rules that change something and credits that pay.
    expect(ruled).toBeGreaterThan(500);
    expect(credited).toBeGreaterThan(300);
  });

  it('adds up at every node and has the same bytes after any way through storage', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const document = computeInvoice(given);
        expect(checkInvoiceTree(document)).toEqual([]);
        const stored = JSON.parse(canonicalJson(given)) as InvoiceInputs;
        expect(canonicalJson(computeInvoice(stored))).toBe(canonicalJson(document));
      }),
      { numRuns: 500 },
    );
  });
});
