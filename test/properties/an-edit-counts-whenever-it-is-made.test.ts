import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CardTerms,
  editTimeline,
  grossOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellMeteredFeature,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { rounds } from '#test/effort.ts';
import { creditsOf } from '#test/feature-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { buy, publishBundle, settleOrder } from '#test/purchase-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

/**
 * An edit from the start of the running cycle costs what it costs when it is made before the cycle begins:
 * of two accounts that live alike, one is edited beforehand and the other on some day of the cycle. Their
 * documents of each cycle come to the same, and they have the same credits left. All cards are in arrears:
 * what was charged in advance is settled by rules of its own.
 */
const service = useService();
const SEED = Number(process.env.EDIT_SEED ?? Date.now() % 1_000_000);
const PAIRS = rounds({ everyday: 3, full: 12, setting: 'EDIT_PAIRS' });
const UNTIL = '2030-06-01';

const rates = fc.integer({ min: 1, max: 40_000 }).map((n) => n / 1000);
const intervals = fc.integer({ min: 1, max: 3 });
const tiersOf = (rate: number, more: number) => [
  { rate },
  { startAfter: 5, rate: more, priceType: 'PER_UNIT' as const },
];
const slabs = fc.tuple(rates, rates).map(([rate, more]) => tiersOf(rate, more));
const limits = fc.integer({ min: 0, max: 30 });
const WEEKS = [0, 7, 14, 21];
const windows = fc.oneof(
  limits.map((featureCreditLimit) => [{ effectiveUntil: 'P1M', featureCreditLimit }]),
  limits.map((featureCreditLimit) => [{ effectiveUntil: 'P1Y', featureCreditLimit }]),
  fc
    .tuple(limits, limits)
    .map((both) =>
      both.map((featureCreditLimit, i) => ({ effectiveUntil: `P${10 + 9 * i}D`, featureCreditLimit })),
    ),
  limits.map((featureCreditLimit) =>
    WEEKS.map((day) => ({
      ...{ effectiveFrom: `P${day}D`, effectiveUntil: `P${day + 7}D`, featureCreditLimit },
    })),
  ),
);
const plans = fc.record({
  fee: fc.record({ rate: rates, isProrated: fc.boolean(), interval: intervals }),
  calls: slabs,
  credits: fc.option(fc.record({ windows, slabs, interval: intervals }), { freq: 4 }),
  overage: fc.record({ slabs, interval: intervals }),
  seats: fc.option(fc.record({ slabs, isProrated: fc.boolean() }), { freq: 2 }),
  minimum: fc.option(fc.integer({ min: 50, max: 300 })),
});
const days = fc.integer({ min: 0, max: 145 });
const terms = fc.record({
  plans: fc.tuple(plans, plans),
  /** The cycle before is billed at an edit in its grace period, or not yet. */
  graceDays: fc.constantFrom(0, 10),
  isDetached: fc.constantFrom(false, false, false, true),
  month: fc.integer({ min: 1, max: 4 }),
  day: fc.integer({ min: 1, max: 26 }),
  talk: fc.array(fc.tuple(days, fc.integer({ min: 1, max: 30 })), { minLength: 4, maxLength: 14 }),
  calls: fc.array(fc.tuple(days, fc.integer({ min: 1, max: 12_000 })), { maxLength: 6 }),
  seats: fc.array(fc.tuple(days, fc.integer({ min: 1, max: 9 })), { maxLength: 4 }),
  bought: fc.option(days),
});
type PlanTerms = typeof plans extends fc.Arbitrary<infer T> ? T : never;
type History = typeof terms extends fc.Arbitrary<infer T> ? T : never;

/** The first day of the cycle that is edited. */
const editedFrom = ({ month }: History) => Temporal.PlainDate.from({ year: 2030, month: month + 1, day: 1 });

/**
 * What was taken in cycles before stays: it went by the ends that credits had then. Where the first terms
 * promise them for a year, which the edit cuts short, nothing that ends sooner is bought before its cycle.
 */
const histories = terms.map((history): History => {
  const { bought, plans: both } = history;
  const isPromised = both[0].credits?.windows.some(({ effectiveUntil }) => effectiveUntil === 'P1Y');
  if (bought === null || !isPromised) return history;
  const { days: firstDay } = editedFrom(history).since('2030-01-01');
  return { ...history, bought: Math.max(bought, firstDay) };
});

/** On 2 February bought credits come before those of the first plan, and after those of the second. */
const BOUGHT_BEFORE_GRANTED: History = {
  plans: [
    planOf([{ effectiveUntil: 'P1M', featureCreditLimit: 23 }]),
    planOf([
      { effectiveUntil: 'P10D', featureCreditLimit: 21 },
      { effectiveUntil: 'P19D', featureCreditLimit: 29 },
    ]),
  ],
  talk: [
    [24, 28],
    [32, 15],
    [36, 18],
    [55, 22],
  ],
  ...{ graceDays: 10, isDetached: false, month: 1, day: 3, calls: [], seats: [], bought: 16 },
};

function planOf(given: { effectiveUntil: string; featureCreditLimit: number }[]): PlanTerms {
  const credits = { windows: given, slabs: tiersOf(2, 1), interval: 1 };
  const overage = { slabs: tiersOf(4, 3), interval: 1 };
  const fee = { rate: 5, isProrated: false, interval: 1 };
  return { fee, calls: overage.slabs, credits, overage, seats: null, minimum: null };
}

const sold: Record<string, string> = {};

function cardsOf({ fee, calls, credits, overage, seats, minimum }: PlanTerms): CardTerms[] {
  const rateValues = [{ currency: 'USD', rate: minimum }];
  const details = { minimumCommitmentRateCard: { rateValues } };
  return [
    { type: 'USAGE', billableId: sold.calls ?? '', usage: { slabs: calls, model: 'TIERED' } },
    { type: 'FIXED_FEE', billableId: sold.fee ?? '', fee },
    ...(credits
      ? [{ type: 'BILLING_ENTITLEMENT' as const, billableId: sold.talk ?? '', entitlement: credits }]
      : []),
    { type: 'ENTITLEMENT_OVERAGE', billableId: sold.talk ?? '', overage },
    ...(seats ? [licenseCard(sold.seats ?? '', seats)] : []),
    ...(minimum === null ? [] : [{ type: 'MINIMUM_COMMITMENT' as const, billableId: 'THE_PLAN', details }]),
  ];
}

interface Act {
  at: Temporal.Instant;
  do(now: string): Promise<unknown>;
}

const FIRST = Temporal.Instant.from('2030-01-01T09:00:00Z');

function actsOf(account: string, history: History): Act[] {
  const { sandbox } = service;
  const act = (day: number, action: (now: string) => Promise<unknown>): Act => ({
    ...{ at: FIRST.add({ hours: 24 * day }), do: action },
  });
  return [
    ...history.talk.map(([day, n]) =>
      act(day, (at) => use(sandbox, { meter: 'talk', account, at, amount: `${n}` })),
    ),
    ...history.calls.map(([day, n]) =>
      act(day, (at) => use(sandbox, { meter: 'calls', account, at, amount: `${n / 1000}` })),
    ),
    ...history.seats.map(([day, n]) =>
      act(day, (from) => setSeats(sandbox, sold.seats ?? '', { account, quantity: `${n}`, from })),
    ),
    // At another hour than anything is used: what begins and what is taken at one instant have no order.
    ...(history.bought === null ? [] : [act(history.bought + 0.25, () => buyCredits(account))]),
  ];
}

async function buyCredits(account: string): Promise<void> {
  const purchase = await buy(service.sandbox, account, { pricePlanId: sold.bundle });
  await settleOrder(service.sandbox, purchase, 'PAID');
}

/** Two accounts of a history, edited before and in the cycle. */
async function settle(index: number, history: History): Promise<Act[]> {
  const { sandbox } = service;
  const [before, after] = await Promise.all(
    history.plans.map((terms, place) =>
      publishPlan(sandbox, {
        ...{ name: `${index} ${place}`, cards: cardsOf(terms), isOngoing: true },
        graceDays: history.graceDays,
      }),
    ),
  );
  const from = editedFrom(history).toString();
  const edit = { from, until: UNTIL, ...(!history.isDetached && after && { planId: after }) };
  const first = { from: '2030-01-01', until: UNTIL, ...(before && { planId: before }) };
  const acts: Act[] = [];
  for (const account of [`early-${index}`, `late-${index}`]) {
    await openAccount(sandbox, account);
    await editTimeline(sandbox, account, [first]);
    acts.push(...actsOf(account, history));
  }
  await editTimeline(sandbox, `early-${index}`, [edit]);
  const at = Temporal.Instant.from(`${from}T12:00:00Z`).add({ hours: 24 * history.day });
  return [...acts, { at, do: () => editTimeline(sandbox, `late-${index}`, [edit]) }];
}

/** Gross amounts by the first day of the documents. */
async function readBills(account: string): Promise<string> {
  const invoices = await listInvoices(service.sandbox, account);
  const byStart = Map.groupBy(invoices, ({ startDate }) => startDate.slice(0, 10));
  const sumOf = (own: Reply['body'][]) => own.reduce((sum, invoice) => sum + grossOf(invoice), 0);
  return [...byStart].map(([start, own]) => `${start}: ${sumOf(own).toFixed(2)}`).join(', ');
}

test('an edit of the running cycle costs what the same edit costs before it', {
  timeout: 300_000,
}, async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  sold.calls = await sellUsage(sandbox, 'calls');
  await sellUsage(sandbox, 'talk');
  sold.talk = await sellMeteredFeature(sandbox, 'Talk', ['talk']);
  sold.fee = await sellFee(sandbox, 'Fee');
  sold.seats = await sellSeats(sandbox, 'Seats');
  const features = { [sold.talk]: { rate: 1, windows: [{ until: 'P40D', limit: 20 }] } };
  sold.bundle = await publishBundle(sandbox, { name: 'More talk', features });
  const drawn = [BOUGHT_BEFORE_GRANTED, ...fc.sample(histories, { seed: SEED, numRuns: PAIRS })];
  const acts: Act[] = [];
  for (const [index, history] of drawn.entries()) acts.push(...(await settle(index, history)));
  for (const act of acts.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at))) {
    await sandbox.setClock(act.at.toString());
    await act.do(act.at.toString());
  }
  await sandbox.setClock('2030-05-31T23:00:00Z');
  const namesOf = (index: number) => [`early-${index}`, `late-${index}`] as const;
  const left = new Map<string, string>();
  for (const name of drawn.flatMap((_, index) => namesOf(index)))
    left.set(name, await creditsOf(sandbox, sold.talk, name));
  await sandbox.setClock('2030-07-01T00:00:00Z');
  const wrong: string[] = [];
  for (const [index, history] of drawn.entries()) {
    const [early, late] = namesOf(index);
    const one = `${await readBills(early)}; left ${left.get(early)}`;
    const other = `${await readBills(late)}; left ${left.get(late)}`;
    if (one !== other) wrong.push(`${one}\n${other}\nseed ${SEED}, ${index}: ${JSON.stringify(history)}`);
  }
  expect(wrong).toEqual([]);
  expect(await findMismatches(service, { names: /^entitlements|^invoices/ })).toEqual([]);
});
