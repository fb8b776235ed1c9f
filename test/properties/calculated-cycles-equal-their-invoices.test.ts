import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CardTerms,
  editTimeline,
  listInvoices,
  openAccount,
  sellFee,
  sellMeteredFeature,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { licenseCard, nameSeat, sellSeats, setSeats } from '#test/license-scenario.ts';
import { publishRuledPlan, read } from '#test/rule-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

/**
 * Invariant 11: the calculator on the plan, usage, licences and overage of an account in a cycle comes to the
 * cards of the cycle's invoices, before rules, credits and charges; in a stub and in a whole cycle.
 */
const service = useService();
const SEED = Number(process.env.CALCULATOR_SEED ?? Date.now() % 1_000_000);
const ACCOUNTS = 2;
/** Without the minimum commitment, which has no price of its own. */
const CARDS = 12;
/** An instant of the cycle, its first billed day, its end. */
const CYCLES = [
  ['a stub of 17 days', '2030-01-20T00:00:00Z', '2030-01-15T00:00:00Z', '2030-02-01T00:00:00Z'],
  ['a whole cycle', '2030-02-02T00:00:00Z', '2030-02-01T00:00:00Z', '2030-03-01T00:00:00Z'],
] as const;

/** What happens to an account: on a day from 15 January to 3 February, the hour after the quantity. */
const days = fc.integer({ min: 0, max: 18 });
const amounts = fc.integer({ min: 1, max: 300_000 }).map((n) => (n / 1000).toString());
const histories = fc.record({
  calls: fc.array(fc.tuple(days, amounts), { minLength: 2, maxLength: 6 }),
  seats: fc.array(fc.tuple(days, fc.integer({ min: 0, max: 30 })), { minLength: 1, maxLength: 4 }),
  names: fc.array(fc.tuple(days, fc.constantFrom('ann', 'bob', 'cy'), fc.boolean()), { maxLength: 4 }),
});

const slabs = [{ rate: 0.333 }, { startAfter: 50, rate: 0.1, priceType: 'PER_UNIT' as const }];
const perSeat = [{ rate: 9.99 }, { startAfter: 7, rate: 5.005 }];

async function everyCard(): Promise<CardTerms[]> {
  const { sandbox } = service;
  const meter = await sellUsage(sandbox, 'calls');
  const data = await sellUsage(sandbox, 'data');
  const feature = await sellMeteredFeature(sandbox, 'Talk', ['calls']);
  const [monthly, advance, once] = [
    await sellFee(sandbox, 'Monthly'),
    await sellFee(sandbox, 'Advance'),
    await sellFee(sandbox, 'Once'),
  ];
  const [seats, weekly, fixed] = [
    await sellSeats(sandbox, 'Seats'),
    await sellSeats(sandbox, 'Weekly'),
    await sellSeats(sandbox, 'Fixed'),
  ];
  const { id: grant } = await sandbox.must.post('/addons', { name: 'Grant', type: 'CREDIT_GRANT' });
  const named = await sellSeats(sandbox, 'Named', true);
  const windows = [{ effectiveUntil: 'P1M', featureCreditLimit: 100 }];
  Object.assign(licenses, { seats, weekly, fixed, named });
  return [
    { type: 'USAGE', billableId: meter, tag: 'usage', usage: { model: 'TIERED', slabs } },
    { type: 'USAGE', billableId: data, usage: { model: 'VOLUME', slabs, maximumRate: '9.5' } },
    { type: 'FIXED_FEE', billableId: monthly, fee: { rate: 50, isProrated: true } },
    { type: 'FIXED_FEE', billableId: advance, timing: 'IN_ADVANCE', fee: { rate: 31, isProrated: true } },
    { type: 'FIXED_FEE', billableId: once, fee: { rate: 12.5, type: 'ONE_TIME' } },
    { type: 'BILLING_ENTITLEMENT', billableId: feature, entitlement: { windows, slabs } },
    { type: 'ENTITLEMENT_OVERAGE', billableId: feature, overage: { slabs } },
    licenseCard(seats, { slabs: perSeat }),
    licenseCard(weekly, { slabs: perSeat, usageCycle: 'WEEKLY', isProrated: false }),
    licenseCard(fixed, { slabs: perSeat, timing: 'IN_ADVANCE' }),
    licenseCard(named, { slabs: perSeat, isNamed: true }),
    {
      ...{ type: 'CREDIT_GRANT', billableId: grant, timing: 'IN_ADVANCE' },
      details: {
        creditGrantRateCard: {
          grantDetails: { priority: 0, expiryType: 'NO_EXPIRY' },
          rateDetails: {
            pricingModel: 'TIERED',
            currencySlabRateDetails: [
              {
                currency: 'USD',
                creditAmount: 20,
                slabDetails: [{ startAfter: 0, priceType: 'PER_UNIT', rate: 0.9 }],
              },
            ],
          },
        },
      },
    },
    {
      ...{ type: 'MINIMUM_COMMITMENT', billableId: 'THE_PLAN' },
      details: { minimumCommitmentRateCard: { rateValues: [{ currency: 'USD', rate: 100_000 }] } },
    },
  ];
}

const licenses: Record<string, string> = {};
const at = (day: number) =>
  Temporal.Instant.from('2030-01-15T09:00:00Z')
    .add({ hours: 24 * day })
    .toString();

type History = typeof histories extends fc.Arbitrary<infer H> ? H : never;

async function live(account: string, history: History): Promise<void> {
  const { sandbox } = service;
  const { seats = '', weekly = '', named = '' } = licenses;
  for (const [day, amount] of history.calls) {
    await use(sandbox, { meter: 'calls', account, at: at(day), amount });
    await use(sandbox, { meter: 'data', account, at: at(day), amount });
  }
  for (const [day, quantity] of history.seats)
    for (const license of [seats, weekly])
      await setSeats(sandbox, license, { account, quantity: String(quantity), from: at(day) });
  for (const [day, name, isTaken] of history.names)
    await nameSeat(sandbox, named, { account, name, at: at(day), isTaken });
}

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-15T00:00:00Z');
  const plan = await publishRuledPlan(sandbox, {
    ...{ name: 'Everything', graceDays: 10, cards: await everyCard() },
    rules: [{ name: 'Discount', computation: { '*': [read('revenue.rate_card_total'), -0.5] } }],
  });
  const drawn = fc.sample(histories, { numRuns: ACCOUNTS, seed: SEED });
  for (const index of drawn.keys()) {
    const account = `account-${index}`;
    await openAccount(sandbox, account);
    const fixed = { account, quantity: String(index * 6), from: '2030-01-14T00:00:00Z' };
    await setSeats(sandbox, licenses.fixed ?? '', fixed);
    await editTimeline(sandbox, account, [{ planId: plan, from: '2030-01-15' }]);
  }
  await sandbox.setClock('2030-02-03T12:00:00Z');
  for (const [index, history] of drawn.entries()) await live(`account-${index}`, history);
});

describe(`seed ${SEED}: cards of the calculator and of the invoices`, () => {
  const cases = Array.from({ length: ACCOUNTS }, (_, index) => `account-${index}`);
  it.each(CYCLES.flatMap((cycle) => cases.map((account) => [account, ...cycle] as const)))(
    'of %s in %s',
    async (accountId, _, cycleEffectiveOn, first, end) => {
      const lookup = { mode: 'LOOKUP_CYCLE', lookupCycle: { accountId, cycleEffectiveOn } };
      const lookupCycleConfig = { accountId, cycleEffectiveOn, currentDateTime: first };
      const { status, body } = await service.sandbox.post('/v2/revenue_calculator', {
        currencyConfig: { mode: 'ACCOUNT_INVOICE', accountId },
        pricePlanDetailsConfig: { mode: 'ACCOUNT', accountId, effectiveOn: cycleEffectiveOn },
        usageConfig: lookup,
        licenseEntriesConfig: lookup,
        namedLicenseEntriesConfig: lookup,
        prorationConfig: { mode: 'LOOKUP_CYCLE', lookupCycleConfig },
        entitlementOverageConfig: {
          mode: 'LOOKUP_CYCLE',
          lookupCycle: { billingCycleEndDate: end, accountId },
        },
      });
      expect([status, body.message]).toEqual([200, undefined]);
      const all = await listInvoices(service.sandbox, accountId);
      const invoices = all.filter(({ startDate }) => startDate.slice(0, 10) === first.slice(0, 10));
      expect(invoices.map(({ status }) => status).sort()).toEqual(['DRAFT', 'DUE']);
      const billed = new Map(invoices.flatMap(({ revenueInfo }) => cardsOf(revenueInfo)));
      const calculated = new Map<string, string>(body.revenueInfo.map(revenueOf));
      expect(calculated.size).toBe(CARDS);
      for (const key of calculated.keys()) if (!billed.has(key)) billed.set(key, '0.00');
      expect(Object.fromEntries(calculated)).toEqual(Object.fromEntries(billed));
    },
  );
});

const TYPES = 'FIXED_FEE|LICENSE|USAGE|BILLING_ENTITLEMENT|ENTITLEMENT_OVERAGE|CREDIT_GRANT';
const CARD = new RegExp(`^(ADVANCED_)?(${TYPES})(_RATE_CARD_AMOUNT)?$`);

/** Each card line by the type of its card and what it bills. */
function cardsOf(line: Reply['body']): [key: string, amount: string][] {
  const type = CARD.exec(line.type)?.[2];
  if (type) return [[`${type} ${line.id}`, line.value.toFixed(2)]];
  return line.lineItems.flatMap(cardsOf);
}

/** The same of the calculator: one revenue, or those of the slabs, which add up to it. */
function revenueOf(info: Reply['body']): [key: string, amount: string] {
  const { type, billableId } = info.rateCard;
  const whole = Object.entries<Reply['body']>(info).find(([name]) => name.endsWith('RevenueSummary'))?.[1];
  const slabs = info.licenseRevenueSummary ?? info.slabRevenueSummaries ?? [];
  const sum = slabs.reduce((total: number, slab: { revenue: number }) => total + slab.revenue, 0);
  if (whole?.revenue !== undefined && slabs.length > 0) expect(sum.toFixed(2)).toBe(whole.revenue.toFixed(2));
  return [`${type} ${billableId}`, (whole?.revenue ?? sum).toFixed(2)];
}
