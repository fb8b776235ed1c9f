import {
  type Chains,
  cycleOf,
  readChains,
  type ScheduleCycle,
  type ScheduleRow,
} from '#areas/schedules/index.ts';
import { FOREVER_INSTANT } from '#core/period-zone.ts';
import { cutWindow, findChainEnd } from './cycle-entries.ts';
import { type GrantContext, grantCycleEntitlements } from './grant-cycle-entitlements.ts';
import { MINUTES_AHEAD, planNextGrant } from './plan-grants.ts';
import { publishEntitlement } from './publish-entitlement.ts';
import { reapplyCredits } from './reapply-credits.ts';
import {
  deleteEntries,
  type GrantedEntry,
  listGrantedEntries,
  updateGrantedEntries,
} from './store/grants.ts';
import { lockWallets } from './store/wallets.ts';

/**
 * Adjusts entries after a change of an account's timeline, which it takes whole: credits invoiced in arrears
 * end with the schedule that grants them, or with the chain that continues the same plan; credits paid in
 * advance keep their window (`metering-pricing.md` 11.2). Debits of entries that now end before the event are
 * reapplied to the current credits. Entries for blocks that no schedule starts any more are voided, or
 * deleted if unused. It depends only on the current state, so it is idempotent.
 */
export async function endEntitlements(
  context: GrantContext,
  { accountId, schedules }: { accountId: string; schedules: readonly ScheduleRow[] },
): Promise<void> {
  const { tx, org, now } = context;
  for (const schedule of schedules) {
    for (const cycle of cyclesAround(schedule, now))
      await grantCycleEntitlements(context, { accountId, schedule, cycle });
    await planNextGrant(context, { schedule, after: now });
  }
  const chains = await readChains(tx, org, schedules);
  // Edits can reach back to the start of the running cycle, and so affect windows that have already ended.
  const [running] = schedules.flatMap((schedule) => cycleOf(schedule, now) ?? []);
  const wanted = { accountId, at: running?.startAt ?? now };
  const listWrong = async () =>
    (await listGrantedEntries(tx, org, wanted)).filter((entry) => !isRight(entry, chains, now));
  const found = await listWrong();
  if (found.length === 0) return;
  await lockWallets(tx, org, found);
  // Reads again, because the used credits may have changed before the lock.
  await reapplyEnded(context, { wrong: await listWrong(), chains });
  await storeEnds(context, { wrong: await listWrong(), chains });
}

/** The running cycle, and the next one if its credits become usable soon. */
function cyclesAround(schedule: ScheduleRow, now: Temporal.Instant): ScheduleCycle[] {
  const running = cycleOf(schedule, now);
  const next = cycleOf(schedule, now.add({ minutes: MINUTES_AHEAD }));
  const isOther = next && !(running && next.startAt.equals(running.startAt));
  return [...(running ? [running] : []), ...(isOther ? [next] : [])];
}

interface Ended {
  wrong: readonly GrantedEntry[];
  chains: Chains;
}

async function reapplyEnded({ tx, org }: GrantContext, { wrong, chains }: Ended): Promise<void> {
  const { compare } = Temporal.Instant;
  const shorter = wrong
    .map((entry) => ({ ...entry, endsAt: isBegun(entry, chains.timeline) ? endOf(entry, chains) : null }))
    .filter(({ endsAt, effectiveUntil }) => !endsAt || compare(endsAt, effectiveUntil) < 0);
  for (const entries of Map.groupBy(shorter, ({ featureId }) => featureId).values()) {
    const [first] = entries;
    // Runs even if none of them was used: an event may have debited entries that rank after the new ones.
    if (!first) continue;
    const { accountId, featureId } = first;
    const [from = first.blockAt] = entries.map(({ endsAt, blockAt }) => endsAt ?? blockAt).sort(compare);
    await reapplyCredits(tx, org, { accountId, featureId, from, entries });
  }
}

async function storeEnds({ tx, org, now }: GrantContext, { wrong, chains }: Ended): Promise<void> {
  const isGone = (entry: GrantedEntry) => !isBegun(entry, chains.timeline);
  for (const entry of wrong) {
    const type = isGone(entry) ? 'entitlement.voided' : 'entitlement.updated';
    publishEntitlement(tx, org, { type, wallet: entry, now });
  }
  const isUnused = (entry: GrantedEntry) => isGone(entry) && entry.used.isZero();
  await deleteEntries(tx, org, wrong.filter(isUnused));
  const entries = wrong
    .filter((entry) => !isUnused(entry))
    .map((entry) => ({
      ...{ accountId: entry.accountId, featureId: entry.featureId, id: entry.id },
      effectiveUntil: endOf(entry, chains).toString(),
      status: isGone(entry) ? ('VOIDED' as const) : ('ACTIVE' as const),
    }));
  await updateGrantedEntries(tx, org, { entries, now });
}

function isRight(entry: GrantedEntry, chains: Chains, now: Temporal.Instant): boolean {
  const isPaid = entry.invoiceTiming === 'IN_ADVANCE' && Temporal.Instant.compare(entry.blockAt, now) <= 0;
  if (isPaid) return true;
  return isBegun(entry, chains.timeline) && endOf(entry, chains).equals(entry.effectiveUntil);
}

/** Whether the schedule that granted the entry covers the start of its block. */
function isBegun({ scheduleId, blockAt }: GrantedEntry, schedules: readonly ScheduleRow[]): boolean {
  const { compare } = Temporal.Instant;
  return schedules.some(
    ({ id, startAt, endAt }) =>
      id === scheduleId && compare(startAt, blockAt) <= 0 && (!endAt || compare(blockAt, endAt) < 0),
  );
}

/** The end of the entry under its current schedule. */
function endOf(entry: GrantedEntry, chains: Chains): Temporal.Instant {
  const { source, featureId, invoiceTiming, effectiveFrom: from, effectiveUntil, cardUntil } = entry;
  const schedule = chains.timeline.find(({ id }) => id === entry.scheduleId);
  if (!schedule || !cardUntil || invoiceTiming !== 'IN_ARREARS') return effectiveUntil;
  const endAt =
    source === 'OVERAGE' ? (schedule.endAt ?? FOREVER_INSTANT) : findChainEnd(schedule, chains, featureId);
  return cutWindow({ from, cardUntil, endAt });
}
