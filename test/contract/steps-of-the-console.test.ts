import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CardInput, computeInvoice, type InvoiceInputs, nameTiersInStep } from '#core/invoice/index.ts';
import { SAMPLE_INPUTS } from '#test/invoice-rows.ts';

import { isKnownStep } from '../../web/parts/explain-steps/read-step.ts';

/** The console translates the sentences of explanations, which the API says in English. */

const root = `${import.meta.dirname}/../..`;
const read = (path: string) => readFileSync(path, 'utf8');

/** The sentences that the tests of the core expect: they end on the charged amount. */
function expectedSteps(): string[] {
  const lists = globSync(`${root}/{src,test}/**/*.test.ts`).flatMap((path) => [
    ...read(path).matchAll(/\[((?:\s*(?:'[^'\n]*'|`[^`\n]*`|expect\.anything\(\)),?)+)\s*\]/g),
  ]);
  return (
    lists
      .map(([, items = '']) => [...items.matchAll(/'([^'\n]*)'/g)].map(([, step = '']) => step))
      .filter((steps) => steps.some((step) => step.startsWith('charged: ')))
      .flat()
      // The others are ids in the same row of a table.
      .filter((step) => step.includes(' '))
  );
}

/** The sentences in stored documents, of which some are of earlier releases. */
function storedSteps(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'steps' && Array.isArray(each) ? (each as string[]) : storedSteps(each),
  );
}

const untranslated = (steps: readonly string[]) => [
  ...new Set([...steps, ...steps.map(nameTiersInStep)].filter((step) => !isKnownStep(step))),
];

it('translates what the tests of the core expect', () => {
  const steps = expectedSteps();
  expect(steps.length).toBeGreaterThan(80);
  expect(untranslated(steps)).toEqual([]);
});

it('translates what is stored with documents', () => {
  const files = globSync(`${root}/test/fixtures/documents/*.json`);
  const steps = files.flatMap((path) => storedSteps(JSON.parse(read(path))));
  expect(steps.length).toBeGreaterThan(40);
  expect(untranslated(steps)).toEqual([]);
});

const amount = fc.constantFrom('0', '1', '5.5', '1000', '33.333', '0.00000032', '20000000');
const rounds = fc.constantFrom('HALF_UP', 'HALF_EVEN', 'DOWN');
const bounds = fc.record(
  { minimumRate: fc.constantFrom('10', '500'), maximumRate: fc.constantFrom('500', '700') },
  { requiredKeys: [] },
);
const prices = fc.record({
  pricingModel: fc.constantFrom('TIERED', 'VOLUME'),
  slabs: fc
    .array(fc.tuple(fc.constantFrom('PER_UNIT', 'FLAT', 'PACKAGE', 'PERCENTAGE'), amount, bounds), {
      minLength: 1,
      maxLength: 3,
    })
    .map((slabs) =>
      slabs.map(([priceType, rate, own], index) => ({
        ...{ order: index + 1, startAfter: String(index * 10), priceType, rate, ...own },
        ...(priceType === 'PACKAGE' ? { packageSize: '7' } : {}),
      })),
    ),
});
const names = { billableId: 'um.1', name: 'card 1', displayName: 'Calls, of 1000' };
const meter = { id: 'um.1', name: 'calls = 1 in all', version: 1 };
const period = { start: '2030-01-16', end: '2030-02-01' };
const recurrence = { interval: 1, offset: 0 };
const MINIMUM_DAYS = { billedDays: 16, nominalDays: 31 };

const usage = fc
  .tuple(
    prices,
    bounds,
    fc.record({
      quantity: fc.oneof(amount, fc.constant('-15')),
      eventCount: fc.constantFrom(0, 1, 1200),
      aggregation: fc.constantFrom('COUNT', 'SUM', 'MAX', 'MIN', 'AVERAGE', 'UNIQUE_COUNT', 'LATEST'),
      more: fc.constantFrom({}, { maximumQuantity: '12' }, { minimumDays: MINIMUM_DAYS }),
    }),
  )
  .map(([priced, own, { quantity, eventCount, aggregation, more }]) => ({
    ...{ type: 'USAGE', ...names, ...priced, ...own, ...more, quantity, eventCount },
    meter: { ...meter, aggregation },
  }));
const overage = fc.tuple(prices, bounds, amount).map(([priced, own, quantity]) => ({
  ...{ type: 'ENTITLEMENT_OVERAGE', ...names, ...priced, ...own, quantity, period, recurrence },
  ...{ maxQuantity: '10000', minimumDays: MINIMUM_DAYS },
}));
const carried = fc.tuple(amount, bounds, bounds).map(([rate, own, ofSlab]) => ({
  ...{ type: 'USAGE', ...names, ...own, pricingModel: 'TIERED', quantity: '5', eventCount: 5, meter },
  ...{ carriedAmount: '1200.5', priceMeter: { ...meter, aggregation: 'SUM', eventCount: 1 } },
  slabs: [{ order: 1, startAfter: '0', priceType: 'DYNAMIC', rate, ...ofSlab }],
  meter: { ...meter, aggregation: 'TIME_WEIGHTED_SUM' },
}));
const fee = fc.record({
  ...{ type: fc.constant('FIXED_FEE'), feeType: fc.constantFrom('ONE_TIME', 'RECURRING'), rate: amount },
  ...{ isProrated: fc.boolean(), billedDays: fc.constantFrom(16, 31), nominalDays: fc.constant(31) },
  ...{ quantity: fc.constantFrom(undefined, '20'), period: fc.constantFrom(undefined, period) },
  recurrence: fc.constantFrom(recurrence, { interval: 3, offset: 0 }),
  ...{ billableId: fc.constant('addon.1'), name: fc.constant('fee'), displayName: fc.constant('Fee') },
});
const seats = fc
  .tuple(
    ...([prices, bounds, fc.boolean(), fc.constantFrom('LICENSE', 'NAMED_LICENSE')] as const),
    ...([fc.constantFrom(undefined, 'WEEKLY'), fc.constantFrom(undefined, '3')] as const),
  )
  .map(([priced, own, isProrated, licenseType, usageCycle, paidQuantity]) => ({
    ...{ type: 'LICENSE', ...names, ...priced, ...own, isProrated, licenseType, usageCycle, nominalDays: 31 },
    windows: [
      {
        ...period,
        nominalDays: 31,
        ...(isProrated || paidQuantity === undefined ? {} : { paidQuantity }),
        runs: isProrated
          ? [
              { start: '2030-01-16', days: 6, quantity: '4' },
              { start: '2030-01-22', days: 10, quantity: '15' },
            ]
          : [{ start: '2030-01-16', days: 16, quantity: '15' }],
      },
    ],
  }));
const granted = fc.tuple(prices, fc.constantFrom('1', '2.5')).map(([priced, quantity]) => ({
  ...{ type: 'BILLING_ENTITLEMENT', ...names, ...priced, quantity, period, recurrence },
  featureConfigs: ['1000', '50'].map((featureCreditLimit) => ({
    ...{ effectiveFrom: period.start, effectiveUntil: period.end, featureCreditLimit },
  })),
}));
const grant = fc.tuple(prices, fc.constantFrom('ONE_TIME', 'RECURRING')).map(([priced, feeType]) => ({
  ...{ type: 'CREDIT_GRANT', ...names, ...priced, feeType, creditAmount: '1000', quantity: '2' },
  ...{ period, recurrence },
}));

const rule = (order: number, more: object) => ({
  id: `rule.${order}`,
  version: 1,
  name: 'Less',
  order,
  ...more,
});
const rules = [
  rule(1, {
    computation: '{"*":[{"var":"usage.urc.um.1"},0.5]}',
    action: { type: 'UPDATE', target: 'usage.urc.um.1' },
  }),
  rule(2, { computation: '{"/":[1,0]}', action: { type: 'ADD' } }),
  rule(3, { condition: 'false', computation: '1', action: { type: 'ADD' } }),
  rule(4, {
    condition: 'true',
    computation: '{"/":[1,3]}',
    action: { type: 'ADD', metadata: { type: 'DISCOUNT' } },
  }),
  rule(5, {
    computation: '{"var":"revenue.tag.none"}',
    action: { type: 'UPDATE', target: 'revenue.ff.none' },
  }),
  rule(6, { computation: '"text"', action: { type: 'ADD' } }),
];
const beside = {
  credits: [
    {
      ...{ id: 'credit.1', purpose: 'Goodwill', priority: 1, effectiveFrom: '2030-01-01', available: '5' },
      ...{ createdAt: '2030-01-01T00:00:00.000000Z', scope: ['um.1', 'addon.1'] },
    },
  ],
  charges: [
    { name: 'Support', rate: '20', quantity: '2' },
    { name: 'Levy', value: '5' },
    { name: 'Share', value: '{"+":[{"*":[{"var":"um.1"},0.1]},{"var":"none"}]}' },
    { name: 'Wrong', value: '{"/":[1,0]}' },
  ],
  taxes: [{ name: 'VAT', rate: '0.19' }],
  corrections: [
    { id: 'correction.1', displayName: 'Outage', of: 'GROSS', amount: '1', reason: 'slow; sorry' },
  ],
};
const commitment = {
  ...{ name: 'least', displayName: 'Minimum', amount: '90000000', ...MINIMUM_DAYS },
  advanceFees: [
    { cardName: 'fee', displayName: 'Fee, yearly', amount: '1000', cycleDays: 16, days: 365 },
    { cardName: 'seats', displayName: 'Seats', amount: '50', cycleDays: 16, days: 16 },
  ],
};

it.each([
  ['in arrears', fc.tuple(usage, overage, carried, fee, seats), { timing: 'IN_ARREARS', rules, commitment }],
  ['in advance', fc.tuple(fee, seats, granted, grant), { timing: 'IN_ADVANCE', rules }],
])('translates every sentence of invoices %s', (_, cards, more) => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(cards, rounds, (made, roundingMode) => {
      const inputs = { ...SAMPLE_INPUTS, ...beside, ...more, roundingMode, cards: made as CardInput[] };
      const { explanations, ruleLogs = [] } = computeInvoice(inputs as unknown as InvoiceInputs);
      const steps = [...explanations, ...ruleLogs].flatMap((each) => each.steps);
      for (const step of steps) seen.add(step);
      expect(untranslated(steps)).toEqual([]);
    }),
    { numRuns: 60 },
  );
  expect(seen.size).toBeGreaterThan(100);
});
