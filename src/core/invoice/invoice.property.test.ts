import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import { currencyDigits } from '../currency.ts';
import { decimal, decimalText, ZERO } from '../decimal.ts';
import type { RuleInput } from '../pricing-rules/index.ts';
import {
  type CardInput,
  checkInvoiceTree,
  computeInvoice,
  type InvoiceInputs,
  type LineItem,
  linesOf,
  type SlabInput,
} from './index.ts';

/** Decimals with up to `digits` after the point, of either sign. */
function decimalTexts(max: number, digits: number): fc.Arbitrary<string> {
  const scale = 10 ** digits;
  return fc
    .integer({ min: -max * scale, max: max * scale })
    .map((units) => decimalText(decimal(units).div(scale)));
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const slabBody = fc.record({
  width: fc.integer({ min: 1, max: 300 }),
  priceType: fc.constantFrom('FLAT', 'PER_UNIT', 'PACKAGE'),
  rate: decimalTexts(20, 6),
  minimumRate: maybe(fc.constantFrom('0.005', '1.015', '3')),
  maximumRate: maybe(fc.constantFrom('3.3333', '50', '75.125')),
});

const slabs: fc.Arbitrary<SlabInput[]> = fc.array(slabBody, { minLength: 1, maxLength: 5 }).map((bodies) =>
  bodies.map(({ width: _width, minimumRate, maximumRate, ...slab }, index) => ({
    ...slab,
    order: index + 1,
    startAfter: String(bodies.slice(0, index).reduce((sum, body) => sum + body.width, 0)),
    packageSize: '7.5',
    ...(minimumRate === undefined ? {} : { minimumRate }),
    ...(maximumRate === undefined ? {} : { maximumRate }),
  })),
);

const tag = maybe(fc.constantFrom('EU', 'US'));
const usageCard: fc.Arbitrary<CardInput> = fc
  .record({
    slabs,
    quantity: decimalTexts(1000, 4),
    pricingModel: fc.constantFrom('TIERED', 'VOLUME'),
    minimumRate: maybe(fc.constantFrom('0.005', '10.005')),
    tag,
  })
  .map(({ minimumRate, tag, ...card }) => ({
    type: 'USAGE',
    name: 'usage',
    billableId: 'um.1',
    displayName: 'Usage',
    meter: { id: 'um.1', name: 'usage', aggregation: 'SUM' },
    eventCount: 3,
    ...card,
    ...(minimumRate === undefined ? {} : { minimumRate }),
    ...(tag === undefined ? {} : { tag }),
  }));

const feeCard: fc.Arbitrary<CardInput> = fc
  .record({
    rate: decimalTexts(500, 5),
    billedDays: fc.integer({ min: 0, max: 31 }),
    isProrated: fc.boolean(),
    tag,
  })
  .map(({ tag, ...card }) => ({
    type: 'FIXED_FEE',
    name: 'fee',
    billableId: 'addon.1',
    displayName: 'Fee',
    feeType: 'RECURRING',
    nominalDays: 31,
    recurrence: { interval: 1, offset: 0 },
    ...card,
    ...(tag === undefined ? {} : { tag }),
  }));

const period = { start: '2024-01-01', end: '2024-02-01' };
const featureCard: fc.Arbitrary<CardInput> = fc
  .record({
    slabs,
    credits: fc.array(decimalTexts(300, 3), { minLength: 1, maxLength: 4 }),
    pricingModel: fc.constantFrom('TIERED', 'VOLUME'),
    isOverage: fc.boolean(),
    tag,
  })
  .map(({ credits, isOverage, tag, ...prices }) => {
    const shared = {
      name: 'feature',
      billableId: 'feature.1',
      displayName: 'Feature',
      period,
      recurrence: { interval: 1, offset: 0 },
      ...prices,
      ...(tag === undefined ? {} : { tag }),
    };
    if (isOverage) return { type: 'ENTITLEMENT_OVERAGE', quantity: credits[0] ?? '0', ...shared };
    const featureConfigs = credits.map((limit) => ({
      effectiveFrom: 'PT0S',
      effectiveUntil: 'P1M',
      featureCreditLimit: limit.replace('-', ''),
    }));
    return { type: 'BILLING_ENTITLEMENT', quantity: '1', featureConfigs, ...shared };
  });

const grantCard: fc.Arbitrary<CardInput> = fc
  .record({ slabs, credit: decimalTexts(300, 2), pricingModel: fc.constantFrom('TIERED', 'VOLUME'), tag })
  .map(({ credit, tag, ...prices }) => ({
    type: 'CREDIT_GRANT',
    name: 'grant',
    billableId: 'addon.2',
    displayName: 'Credits',
    feeType: 'RECURRING',
    creditAmount: credit.replace('-', ''),
    period,
    recurrence: { interval: 1, offset: 0 },
    ...prices,
    ...(tag === undefined ? {} : { tag }),
  }));

const commitment = maybe(
  fc.record({ amount: decimalTexts(2000, 2), billedDays: fc.integer({ min: 1, max: 31 }) }),
).map((sent) => ({
  ...(sent && {
    commitment: {
      ...sent,
      amount: sent.amount.replace('-', ''),
      name: 'minimum',
      displayName: 'Minimum',
      nominalDays: 31,
    },
  }),
}));

/** Of January by weeks: days with a quantity each, or weeks with one. */
const licenseCard: fc.Arbitrary<CardInput> = fc
  .record({
    slabs,
    quantities: fc.array(decimalTexts(300, 3), { minLength: 31, maxLength: 31 }),
    pricingModel: fc.constantFrom('TIERED', 'VOLUME'),
    isProrated: fc.boolean(),
    minimumRate: maybe(fc.constantFrom('0.005', '10.005')),
    tag,
  })
  .map(({ quantities, minimumRate, tag, ...card }) => {
    const day = (index: number) => Temporal.PlainDate.from('2024-01-01').add({ days: index }).toString();
    const windows = [0, 7, 14, 21, 28].map((first) => {
      const own = quantities.slice(first, first + 7).map((text) => text.replace('-', ''));
      const daily = own.map((quantity, index) => ({ start: day(first + index), days: 1, quantity }));
      const whole = [{ start: day(first), days: own.length, quantity: own[0] ?? '0' }];
      const runs = card.isProrated ? daily : whole;
      return { start: day(first), end: day(first + own.length), nominalDays: 7, runs };
    });
    return {
      ...{ type: 'LICENSE', name: 'seats', billableId: 'addon.2', displayName: 'Seats' },
      ...{ licenseType: 'LICENSE', usageCycle: 'WEEKLY', nominalDays: 31, windows, ...card },
      ...(minimumRate === undefined ? {} : { minimumRate }),
      ...(tag === undefined ? {} : { tag }),
    };
  });

const inputs: fc.Arbitrary<InvoiceInputs> = fc
  .record({
    currency: fc.constantFrom('USD', 'JPY', 'KWD', 'CLF'),
    roundingMode: fc.constantFrom('HALF_UP', 'HALF_EVEN', 'DOWN'),
    cards: fc.array(fc.oneof(usageCard, feeCard, featureCard, grantCard, licenseCard), { maxLength: 6 }),
    commitment,
    taxes: maybe(fc.array(fc.constantFrom('0', '0.05', '0.19', '0.0725'), { maxLength: 3 })),
  })
  .map(({ commitment, taxes, ...varied }) => ({
    engine: 1,
    timeZone: 'UTC',
    timing: 'IN_ARREARS',
    cycle: {
      start: '2024-01-01',
      end: '2024-02-01',
      nominalStart: '2024-01-01',
      nominalEnd: '2024-02-01',
      billedDays: 31,
      nominalDays: 31,
      ordinal: 0,
    },
    pricePlan: { id: 'pp.1', name: 'Plan', version: 1, scheduleId: 'sch.1' },
    ...varied,
    ...commitment,
    ...(taxes ? { taxes: taxes.map((rate, index) => ({ name: `tax ${index}`, rate })) } : {}),
  }));

const ruleCards = fc.constantFrom(
  'urc.usage',
  'urc.um.1',
  'ff.addon.1',
  'eo.feature.1',
  'cg.addon.2',
  'ber.x',
);
const operand = fc.oneof(
  decimalTexts(2000, 3).map(Number),
  ruleCards.map((id) => ({ var: `revenue.${id}` })),
  fc.constantFrom({ var: 'revenue.rate_card_total' }, { var: 'usage.tag.EU' }, { var: 'revenue.rule.a' }),
);
const rule: fc.Arbitrary<RuleInput> = fc
  .record({
    target: maybe(fc.tuple(fc.constantFrom('revenue', 'usage'), ruleCards)),
    operator: fc.constantFrom('+', '-', '*', '/', 'min'),
    operands: fc.tuple(operand, operand),
    id: maybe(fc.constantFrom('a', 'b')),
  })
  .map(({ target, operator, operands, id }) => ({
    ...{ id: 'rule.1', version: 1, name: 'Rule', order: 1 },
    computation: JSON.stringify({ [operator]: operands }),
    action: target
      ? { type: 'UPDATE', target: target.join('.') }
      : { type: 'ADD', ...(id === undefined ? {} : { id }) },
  }));
const ruledInputs: fc.Arbitrary<InvoiceInputs> = fc
  .tuple(inputs, fc.array(rule, { minLength: 1, maxLength: 5 }))
  .map(([given, rules]) => ({
    ...given,
    rules: rules.map((each, index) => ({ ...each, id: `rule.${index}`, order: index + 1 })),
  }));

function cardLines(line: LineItem): LineItem[] {
  return /RATE_CARD_AMOUNT$/.test(line.type) ? [line] : line.lineItems.flatMap(cardLines);
}

const BESIDE_CARDS = ['TRUE_UP_AMOUNT', 'PRICING_RULE_ADDITION_AMOUNT', 'TAX_AMOUNT'] as const;

describe('documents of random inputs', () => {
  it('keep every law of the tree', () => {
    fc.assert(
      fc.property(fc.oneof(inputs, ruledInputs), (given) => {
        expect(checkInvoiceTree(computeInvoice(given))).toEqual([]);
      }),
    );
  });

  it('add up: shown slabs to their card, cards to the total (23.2 item 1)', () => {
    const sum = (lines: readonly LineItem[]) =>
      decimalText(lines.reduce((total, line) => total.plus(decimal(line.value)), ZERO));
    fc.assert(
      fc.property(fc.oneof(inputs, ruledInputs), (given) => {
        const { revenueInfo, totalAmount } = computeInvoice(given);
        const cards = cardLines(revenueInfo);
        expect(cards).toHaveLength(given.cards.length);
        const others = BESIDE_CARDS.flatMap((type) => linesOf(revenueInfo, type));
        expect(sum([...cards, ...others])).toBe(totalAmount);
        for (const card of cards) if (card.lineItems.length > 0) expect(sum(card.lineItems)).toBe(card.value);
      }),
    );
  });

  it('tax what is below the total without taxes, each rate once', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const { revenueInfo, totalAmount } = computeInvoice(given);
        const lines = linesOf(revenueInfo, 'TAX_AMOUNT');
        expect(lines.map(({ id }) => id)).toEqual((given.taxes ?? []).map(({ name }) => name));
        const taxed = lines.reduce((rest, { value }) => rest.minus(value), decimal(totalAmount));
        for (const [index, { value }] of lines.entries()) {
          const exact = taxed.times(given.taxes?.[index]?.rate ?? '0');
          const step = decimal('10').pow(-currencyDigits(given.currency));
          const half = given.roundingMode === 'DOWN' ? step : step.div(2);
          expect(exact.minus(value).abs().lte(half)).toBe(true);
        }
      }),
    );
  });

  it('explain every card: the exact slabs and the adjustment are the exact amount', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        for (const explanation of computeInvoice(given).explanations) {
          if (!('slabs' in explanation)) continue;
          const slabSum = explanation.slabs.reduce((total, slab) => total.plus(decimal(slab.amount)), ZERO);
          const exact = slabSum.plus(decimal(explanation.adjustment?.adjustment ?? '0'));
          expect(decimalText(exact)).toBe(explanation.rounding.exact);
        }
      }),
    );
  });

  it('log every rule in its order, and additions are the sum of what their logs say', () => {
    fc.assert(
      fc.property(ruledInputs, (given) => {
        const { revenueInfo, ruleLogs = [] } = computeInvoice(given);
        expect(ruleLogs.map(({ order }) => order)).toEqual(given.rules?.map(({ order }) => order));
        for (const log of ruleLogs) {
          const isError = log.type.endsWith('_ERROR');
          expect(log.changes.errorMessage !== undefined).toBe(isError);
          if (isError) expect(log.changes.newRevenue).toBe(log.changes.oldRevenue);
        }
        const added = ruleLogs.reduce(
          (sum, { changes: { key, oldRevenue, newRevenue } }) =>
            key.startsWith('revenue.rule.') ? sum.plus(newRevenue).minus(oldRevenue) : sum,
          ZERO,
        );
        const [additions] = linesOf(revenueInfo, 'TOTAL_PRICING_RULE_ADDITION_AMOUNT');
        expect(additions?.value ?? '0').toBe(decimalText(added));
      }),
    );
  });

  it('are the same bytes when computed again from stored inputs (23.2 item 10)', () => {
    fc.assert(
      fc.property(fc.oneof(inputs, ruledInputs), (given) => {
        const stored: InvoiceInputs = JSON.parse(canonicalJson(given));
        expect(canonicalJson(computeInvoice(stored))).toBe(canonicalJson(computeInvoice(given)));
      }),
    );
  });
});
