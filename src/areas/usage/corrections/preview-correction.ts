import { findDebited, listFeatureBalances, type WalletKey } from '#areas/entitlements/index.ts';
import { listUsageMeters } from '#areas/usage-meters/index.ts';
import { type Decimal, ZERO } from '#core/decimal.ts';
import { runDry } from '#platform/db/dry-run.ts';
import { AMOUNTS_OF_CYCLES, type CycleBill } from '../billing.ts';
import { referenceOf } from '../event-numbers.ts';
import { type EventRow, listEventsByNumber } from '../store/events.ts';
import { listCycleUsage, sumUsage, type UsageTotals } from '../sum-usage.ts';
import { type CorrectedEvent, correctEvents } from './correct-events.ts';
import type { Correction, CorrectionContext } from './open-correction.ts';
import { MAX_CYCLES } from './preview-schema.ts';
import { findTouchedCycles, type Touched, type TouchedCycle } from './touched.ts';

type PreviewContext = CorrectionContext & { now: Temporal.Instant };

/** The quantities and amounts of a moment, in the order of what is touched. */
interface Amounts {
  usage: UsageTotals[];
  bills: (CycleBill | null)[];
  balances: Decimal[];
}

/**
 * Corrects events, reads what has changed and takes everything back: a preview and the correction run the
 * same code. The amounts of an account that receives events at this very moment may include them.
 */
export async function previewCorrection(context: PreviewContext, correction: Correction) {
  const { tx, org } = context;
  const rows = await listEventsByNumber(tx, org, correction.numbers);
  const before = await findDebits(context, rows);
  const done = await runDry(tx, async () => {
    const corrected = await correctEvents(context, correction);
    const all = changedRows(rows, corrected);
    const cycles = await findTouchedCycles(tx, org, all);
    const wallets = unique([...before, ...(await findDebits(context, all))]);
    const touched = { cycles: cycles.slice(0, MAX_CYCLES), wallets: wallets.slice(0, MAX_CYCLES) };
    const isComplete = cycles.length <= MAX_CYCLES && wallets.length <= MAX_CYCLES;
    return { corrected, touched, isComplete, after: await readAmounts(context, touched) };
  });
  const amounts = { before: await readAmounts(context, done.touched), after: done.after };
  return {
    isComplete: done.isComplete,
    outcomes: countOutcomes(done.corrected),
    usage: await compareUsage(context, done.touched.cycles, amounts),
    invoices: compareBills(done.touched.cycles, amounts),
    credits: done.touched.wallets.flatMap((wallet, i) => {
      const change = { before: amounts.before.balances[i] ?? ZERO, after: amounts.after.balances[i] ?? ZERO };
      return change.before.eq(change.after) ? [] : { ...wallet, ...change };
    }),
  };
}

/** The events before and after; those that cannot be corrected change nothing. */
function changedRows(rows: readonly EventRow[], corrected: readonly CorrectedEvent[]): EventRow[] {
  const failed = new Set(corrected.flatMap(({ row, status }) => (status === 'FAILED' ? row.seq : [])));
  return [...rows, ...corrected.map(({ row }) => row)].filter(({ seq }) => !failed.has(seq));
}

async function findDebits({ tx, org }: PreviewContext, rows: readonly EventRow[]): Promise<WalletKey[]> {
  const debited = await findDebited(
    { tx, org },
    rows.map(({ seq }) => referenceOf(seq)),
  );
  return [...debited.values()].flat();
}

function unique(wallets: readonly WalletKey[]): WalletKey[] {
  const keys = wallets.map(({ accountId, featureId }) => [
    `${accountId}\n${featureId}`,
    { accountId, featureId },
  ]);
  return [...new Map(keys as [string, WalletKey][]).values()];
}

async function readAmounts(
  { tx, org, deployment, now }: PreviewContext,
  { cycles, wallets }: Touched,
): Promise<Amounts> {
  const keys = cycles.flatMap(({ schedule, from }) =>
    schedule ? [{ scheduleId: schedule.scheduleId, at: from, now }] : [],
  );
  const bills = (await deployment.callPort(AMOUNTS_OF_CYCLES, { tx, org }, keys)).values();
  const usage: UsageTotals[] = [];
  for (const cycle of cycles) usage.push(await readUsage({ tx, org }, cycle));
  const balances: Decimal[] = [];
  for (const { accountId, featureId } of wallets) {
    const found = await listFeatureBalances(tx, org, { accountId, featureIds: [featureId], at: now });
    balances.push(found.get(featureId)?.balance ?? ZERO);
  }
  return {
    usage,
    bills: cycles.map(({ schedule }) => (schedule ? (bills.next().value ?? null) : null)),
    balances,
  };
}

async function readUsage(
  { tx, org }: Pick<PreviewContext, 'tx' | 'org'>,
  { accountId, schedule, from, until, meterIds }: TouchedCycle,
): Promise<UsageTotals> {
  if (!schedule) return sumUsage(tx, org, { accountId, meterIds: [...meterIds], from, until });
  const [usage] = await listCycleUsage(tx, org, [{ accountId, ...schedule, startAt: from, endAt: until }]);
  return usage ?? new Map();
}

type Compared = Record<'before' | 'after', Amounts>;

async function compareUsage(
  { tx, org }: PreviewContext,
  cycles: readonly TouchedCycle[],
  { before, after }: Compared,
) {
  const ids = [...new Set(cycles.flatMap(({ meterIds }) => [...meterIds]))];
  const names = new Map((await listUsageMeters(tx, org, ids)).map(({ id, name }) => [id, name]));
  return cycles.flatMap(({ accountId, from, until, meterIds }, i) =>
    [...meterIds].sort().flatMap((usageMeterId) => {
      const [was, is] = [before, after].map(({ usage }) => usage[i]?.get(usageMeterId)?.units ?? ZERO);
      if (was?.eq(is ?? ZERO)) return [];
      const usageMeterName = names.get(usageMeterId) ?? usageMeterId;
      return { accountId, usageMeterId, usageMeterName, from, until, before: was ?? ZERO, after: is ?? ZERO };
    }),
  );
}

function compareBills(cycles: readonly TouchedCycle[], { before, after }: Compared) {
  return cycles.flatMap(({ accountId }, i) => {
    const bill = before.bills[i];
    if (!bill) return [];
    const { id: invoiceId, number, status, currency, total } = bill;
    const amounts = { before: total, after: after.bills[i]?.total ?? total };
    return {
      invoiceId,
      accountId,
      status,
      currency,
      ...(number !== null && { sequenceId: number }),
      ...amounts,
    };
  });
}

/** Equal outcomes together, the most frequent first. */
function countOutcomes(corrected: readonly CorrectedEvent[]) {
  const groups = Map.groupBy(corrected, ({ row, status, reason }) =>
    JSON.stringify([status, row.status, status === 'FAILED' ? reason : '']),
  );
  return [...groups.values()]
    .sort((a, b) => b.length - a.length)
    .map((equal) => {
      const { row, status, reason } = equal[0] as CorrectedEvent;
      const why = status === 'FAILED' ? { reason } : {};
      return { status, ingestionStatus: row.status, ...why, events: equal.length };
    });
}
