import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CardTerms,
  editTimeline,
  grossOf,
  listInvoices,
  openAccount,
  sellFee,
  sellMeteredFeature,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { rounds } from '#test/effort.ts';
import { orgOf } from '#test/invoice-rows.ts';
import { licenseCard, nameSeat, sellSeats, setSeats } from '#test/license-scenario.ts';
import { publishRuledPlan, type RuleTerms, read } from '#test/rule-scenario.ts';
import { useService } from '#test/running-app.ts';
import { compareStoredRevenue } from '#test/stored-revenue.ts';

/**
 * When everything is billed, the revenue of an account is the gross amount of its documents, less what was
 * given back as credits: over all its cycles, by days and by cycles, and in each cycle where nothing is
 * charged in advance. Left out is what the metric has otherwise on purpose: prorated licences without a
 * rule, credits that are bought, and manual invoices. On the way, the revenue that the service stores of
 * large organizations equals pricing all accounts anew.
 */
const service = useService();
const SEED = Number(process.env.REVENUE_SEED ?? Date.now() % 1_000_000);
const ACCOUNTS = rounds({ everyday: 4, full: 16, setting: 'REVENUE_ACCOUNTS' });
/** Days of the history on which revenue is stored. */
const STORED_ON = [20, 80, 130];
const FIRST = Temporal.Instant.from('2030-01-15T09:00:00Z');
const UNTIL = '2030-06-01';
/** From 15 January to the end of May. */
const days = fc.integer({ min: 1, max: 135 });

const rates = fc.integer({ min: 1, max: 60_000 }).map((n) => n / 1000);
const timings = fc.constantFrom('IN_ADVANCE' as const, 'IN_ARREARS' as const);
const bounds = fc.option(
  fc.constantFrom(
    { minimumRate: '42.5' },
    { maximumRate: '31.005' },
    { minimumRate: '9', maximumRate: '60' },
  ),
  { nil: undefined },
);
const slabs = fc
  .tuple(rates, rates)
  .map(([rate, more]) => [{ rate }, { startAfter: 5, rate: more, priceType: 'PER_UNIT' as const }]);
const fees = fc.record({
  ...{ rate: rates, timing: timings, isProrated: fc.boolean(), interval: fc.integer({ min: 1, max: 3 }) },
  type: fc.constantFrom('RECURRING' as const, 'RECURRING' as const, 'ONE_TIME' as const),
});
const seats = fc.record({
  ...{ slabs, bounds, timing: timings },
  usageCycle: fc.constantFrom(undefined, 'WEEKLY' as const),
});
/** Not so cheap that a rule leaves a few days at the same cents: then it says nothing. */
const ruledSeats = fc.record({
  ...{ bounds, timing: timings, usageCycle: fc.constantFrom(undefined, 'WEEKLY' as const) },
  slabs: fc.integer({ min: 5, max: 60 }).map((rate) => [{ rate }, { startAfter: 5, rate: rate / 2 }]),
});
const plans = fc.record({
  fee: fees,
  ruledFee: fees,
  peak: fc.option(seats, { freq: 2 }),
  named: fc.option(seats, { freq: 2 }),
  days: fc.option(ruledSeats, { freq: 2 }),
  calls: fc.record({ slabs, bounds, model: fc.constantFrom('TIERED' as const, 'VOLUME' as const) }),
  credits: fc.option(fc.record({ slabs, timing: timings, limit: fc.integer({ min: 1, max: 9 }) })),
  minimum: fc.option(fc.integer({ min: 50, max: 400 })),
  addition: fc.option(timings),
});
const histories = fc.record({
  plans: fc.tuple(plans, plans),
  edit: fc.record({ kind: fc.constantFrom('none', 'detach', 'switch', 'anew', 'anew'), day: days }),
  seats: fc.array(fc.tuple(days, fc.integer({ min: 1, max: 12 })), { minLength: 1, maxLength: 5 }),
  names: fc.array(fc.tuple(days, fc.constantFrom('ann', 'bob', 'cy'), fc.boolean()), { maxLength: 5 }),
  calls: fc.array(fc.tuple(days, fc.integer({ min: 1, max: 12_000 })), { minLength: 2, maxLength: 8 }),
  late: fc.option(fc.tuple(days, fc.integer({ min: 1, max: 9_000 }))),
});
type PlanTerms = typeof plans extends fc.Arbitrary<infer T> ? T : never;
type History = typeof histories extends fc.Arbitrary<infer T> ? T : never;

const sold: Record<string, string> = {};

async function sellEverything(): Promise<void> {
  const { sandbox } = service;
  sold.calls = await sellUsage(sandbox, 'calls');
  for (const fee of ['fee', 'ruledFee']) sold[fee] = await sellFee(sandbox, fee);
  for (const license of ['peak', 'days', 'named'])
    sold[license] = await sellSeats(sandbox, license, license === 'named');
  sold.feature = await sellMeteredFeature(sandbox, 'Talk');
}

function cardsOf(terms: PlanTerms): CardTerms[] {
  const feeCard = (name: 'fee' | 'ruledFee'): CardTerms => {
    const { timing, ...fee } = terms[name];
    return { type: 'FIXED_FEE', billableId: sold[name] ?? '', timing, fee };
  };
  const seatCard = (name: 'peak' | 'named' | 'days'): CardTerms[] => {
    const own = terms[name];
    if (!own) return [];
    const { slabs, bounds, timing, usageCycle } = own;
    const more = { ...(bounds && { bounds }), ...(usageCycle && { usageCycle }) };
    const isNamed = name === 'named';
    return [licenseCard(sold[name] ?? '', { slabs, timing, isNamed, isProrated: name === 'days', ...more })];
  };
  const { slabs, model, bounds } = terms.calls;
  const { credits, minimum } = terms;
  return [
    { type: 'USAGE', billableId: sold.calls ?? '', usage: { slabs, model, ...bounds } },
    ...[feeCard('fee'), feeCard('ruledFee')],
    ...[...seatCard('peak'), ...seatCard('named'), ...seatCard('days')],
    ...(credits ? [creditCard(credits)] : []),
    ...(minimum === null ? [] : [minimumCard(minimum)]),
  ];
}

function creditCard({ slabs, timing, limit }: NonNullable<PlanTerms['credits']>): CardTerms {
  const windows = [{ effectiveUntil: 'P1M', featureCreditLimit: limit }];
  return {
    ...{ type: 'BILLING_ENTITLEMENT', billableId: sold.feature ?? '', timing },
    entitlement: { windows, slabs },
  };
}

function minimumCard(rate: number): CardTerms {
  const rateValues = [{ currency: 'USD', rate }];
  return {
    ...{ type: 'MINIMUM_COMMITMENT', billableId: 'THE_PLAN' },
    details: { minimumCommitmentRateCard: { rateValues } },
  };
}

function rulesOf({ ruledFee, days, addition }: PlanTerms): RuleTerms[] {
  const half = (target: string, timing: PlanTerms['fee']['timing']): RuleTerms => ({
    ...{ name: target, timing, target },
    computation: { '*': [read(target), 0.37] },
  });
  return [
    half(`revenue.ff.${sold.ruledFee}`, ruledFee.timing),
    ...(days ? [half(`revenue.lic.${sold.days}`, days.timing)] : []),
    ...(addition ? [{ name: 'addition', timing: addition, computation: 3.21 }] : []),
  ];
}

interface Act {
  at: Temporal.Instant;
  do(now: string): Promise<unknown>;
}

const instantOf = (day: number) => FIRST.add({ hours: 24 * day });
const dateOf = (at: Temporal.Instant) => at.toZonedDateTimeISO('UTC').toPlainDate();

function actsOf(account: string, history: History, planIds: readonly string[]): Act[] {
  const { sandbox } = service;
  const act = (day: number, action: (now: string) => Promise<unknown>): Act => ({
    at: instantOf(day),
    do: action,
  });
  const editAct = act(history.edit.day, (now) => {
    const tomorrow = dateOf(Temporal.Instant.from(now)).add({ days: 1 });
    const begun = dateOf(Temporal.Instant.from(now)).with({ day: 1 }).toString();
    const from = begun < '2030-01-15' ? '2030-01-15' : begun;
    const planId = planIds[1] ?? '';
    switch (history.edit.kind) {
      case 'detach':
        return editTimeline(sandbox, account, [{ from: tomorrow.toString() }]);
      case 'switch':
        return editTimeline(sandbox, account, [{ planId, from: tomorrow.toString(), until: UNTIL }]);
      case 'anew':
        return editTimeline(sandbox, account, [{ planId, from, until: UNTIL }]);
      default:
        return Promise.resolve();
    }
  });
  return [
    editAct,
    ...history.seats.map(([day, quantity]) =>
      act(day, async (from) => {
        for (const license of [sold.peak ?? '', sold.days ?? ''])
          await setSeats(sandbox, license, { account, quantity: `${quantity}`, from });
      }),
    ),
    ...history.names.map(([day, name, isTaken]) =>
      act(day, (at) => nameSeat(sandbox, sold.named ?? '', { account, name, at, isTaken })),
    ),
    ...history.calls.map(([day, n]) =>
      act(day, (at) => use(sandbox, { meter: 'calls', account, at, amount: `${n / 1000}` })),
    ),
  ];
}

async function live(drawn: readonly History[]): Promise<void> {
  const { sandbox } = service;
  const acts: Act[] = [];
  for (const [index, history] of drawn.entries()) {
    const account = `account-${index}`;
    await openAccount(sandbox, account);
    for (const license of [sold.peak ?? '', sold.days ?? ''])
      await setSeats(sandbox, license, { account, quantity: '2', from: '2030-01-10T00:00:00Z' });
    const planIds: string[] = [];
    for (const [place, terms] of history.plans.entries()) {
      const plan = { name: `${account} ${place}`, cards: cardsOf(terms), isOngoing: true };
      planIds.push(await publishRuledPlan(sandbox, { ...plan, rules: rulesOf(terms) }));
    }
    await editTimeline(sandbox, account, [{ planId: planIds[0] ?? '', from: '2030-01-15', until: UNTIL }]);
    acts.push(...actsOf(account, history, planIds));
  }
  for (const day of STORED_ON) acts.push({ at: instantOf(day), do: expectStored });
  for (const act of acts.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at))) {
    await sandbox.setClock(act.at.toString());
    await act.do(act.at.toString());
  }
  await sandbox.setClock('2030-06-03T12:00:00Z');
  for (const [index, { late }] of drawn.entries()) {
    if (!late) continue;
    const [day, n] = late;
    const at = instantOf(day).toString();
    await use(sandbox, { meter: 'calls', account: `account-${index}`, at, amount: `${n / 1000}` });
  }
  await expectStored();
  await sandbox.setClock('2030-09-05T00:00:00Z');
}

async function expectStored(): Promise<void> {
  expect(await compareStoredRevenue(service, await orgOf(service, 'sandbox'))).toEqual([]);
}

/** What documents say before credits, by the first day of each and all together. */
async function readDocuments(account: string) {
  const invoices = await listInvoices(service.sandbox, account);
  expect(invoices.filter(({ status }) => status === 'DRAFT' || status === 'VOID')).toEqual([]);
  const back = await readGivenBack(account);
  const byStart = new Map<string, number>();
  for (const invoice of invoices) {
    const day = invoice.startDate.slice(0, 10);
    byStart.set(day, (byStart.get(day) ?? 0) + grossOf(invoice));
  }
  const hasAdvance = invoices.some(({ invoiceType }) => invoiceType === 'STANDARD_ADVANCED');
  const total = invoices.reduce((sum, invoice) => sum + grossOf(invoice), 0) - back;
  return { byStart, total, hasAdvance };
}

/** What settlements gave back: as credits, and to those credits that had paid the days that are unused. */
async function readGivenBack(account: string): Promise<number> {
  const { data } = await service.sandbox.must.get(`/credits?account_id=${account}&pageSize=50`);
  let sum = 0;
  for (const { id } of data) {
    const { transactions } = await service.sandbox.must.get(`/credits/${id}`);
    for (const { transactionType, amount } of transactions) if (transactionType === 'CREDITED') sum += amount;
  }
  return sum;
}

/** By the beginnings of buckets, or of cycles. */
async function readMetric(account: string, name: string): Promise<Map<string, number>> {
  const filters = [{ fieldName: 'ACCOUNT_ID', fieldValues: [account] }];
  const range = { startTime: '2030-01-01T00:00:00Z', endTime: '2030-09-01T00:00:00Z' };
  const metricQueries = [{ id: 'q', name, aggregationPeriod: 'DAY', filters }];
  const { results } = await service.sandbox.must.post('/metrics', { ...range, metricQueries });
  const [{ timestamps, metricValues }] = results[0].data;
  return new Map(timestamps.map((at: string, i: number) => [at.slice(0, 10), metricValues[i]]));
}

const addUp = (values: Map<string, number>) => [...values.values()].reduce((sum, value) => sum + value, 0);
/** A block that is earned over several cycles is charged with one of them. */
const isSpread = ({ type, isProrated, interval }: PlanTerms['fee']) =>
  type === 'RECURRING' && isProrated && interval > 1;

test('revenue adds up to the documents', { timeout: 500_000 }, async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-15T00:00:00Z');
  await sandbox.must.post('/settings', {
    ...{ entityType: 'ORGANIZATION', entityId: 'default', namespace: 'PLATFORM', id: 'LATE_USAGE' },
    ...{ name: 'Late usage', dataType: 'STRING', value: 'ADJUST' },
  });
  await sellEverything();
  const drawn = fc.sample(histories, { seed: SEED, numRuns: ACCOUNTS });
  await live(drawn);
  const wrong: string[] = [];
  for (const [index, history] of drawn.entries()) {
    const account = `account-${index}`;
    const { byStart, total, hasAdvance } = await readDocuments(account);
    const [ofDays, ofCycles] = [
      await readMetric(account, 'REVENUE'),
      await readMetric(account, 'REVENUE_FOR_CYCLE'),
    ];
    const sums = [addUp(ofDays), addUp(ofCycles), total].map((sum) => sum.toFixed(2));
    const how = `seed ${SEED}, ${account}: ${JSON.stringify(history)}`;
    if (new Set(sums).size > 1) wrong.push(`${sums.join(' ')} ${how}`);
    const spread = history.plans.flatMap(({ fee, ruledFee }) => [fee, ruledFee]).some(isSpread);
    if (hasAdvance || spread) continue;
    for (const [day, value] of ofCycles)
      if (value.toFixed(2) !== (byStart.get(day) ?? 0).toFixed(2))
        wrong.push(`${day}: ${value} and not ${byStart.get(day)} ${how}`);
  }
  expect(wrong).toEqual([]);
});
