import { type Chains, cycleOf, readChains, type ScheduleRow } from '#areas/schedules/index.ts';
import { FOREVER_INSTANT } from '#core/period-zone.ts';
import { cutWindow, findChainEnd } from './cycle-entries.ts';
import { type GrantContext, grantCycleEntitlements } from './grant-cycle-entitlements.ts';
import { planNextGrant } from './plan-grants.ts';
import {
  deleteEntries,
  type GrantedEntry,
  listGrantedEntries,
  updateGrantedEntries,
} from './store/grants.ts';
import { lockWallets } from './store/wallets.ts';
import { tellEntitlement } from './tell-entitlement.ts';

/**
 * After a change of an account's timeline, given whole: credits that are invoiced in arrears end with the
 * schedule that gives them, or with the chain that goes on with the same plan; what is paid in advance keeps
 * its window (`metering-pricing.md` 11.2). Entries for blocks that no schedule of their own begins any more
 * go to the schedule that begins them now; if none does they are voided, or disappear when nothing was taken
 * from them. It looks at what is, so doing it again gives the same.
 */
export async function endEntitlements(
  context: GrantContext,
  { accountId, schedules }: { accountId: string; schedules: readonly ScheduleRow[] },
): Promise<void> {
  const { tx, org, now } = context;
  for (const schedule of schedules) {
    const cycle = cycleOf(schedule, now);
    if (cycle) await grantCycleEntitlements(context, { accountId, schedule, cycle });
    await planNextGrant(context, { schedule, after: now });
  }
  const chains = await readChains(tx, org, schedules);
  const isWrong = (entry: GrantedEntry) => !isRight(entry, chains, now);
  const found = (await listGrantedEntries(tx, org, { accountId, at: now })).filter(isWrong);
  if (found.length === 0) return;
  await lockWallets(tx, org, found);
  // Read again: what is used of them may have changed before the lock.
  const wrong = (await listGrantedEntries(tx, org, { accountId, at: now })).filter(isWrong);
  for (const entry of wrong) {
    const type = isBegun(entry, schedules) ? 'entitlement.updated' : 'entitlement.voided';
    tellEntitlement(tx, org, { type, wallet: entry, now });
  }
  const isUnused = (entry: GrantedEntry) => !isBegun(entry, schedules) && entry.used.isZero();
  await deleteEntries(tx, org, wrong.filter(isUnused));
  const entries = wrong
    .filter((entry) => !isUnused(entry))
    .map((entry) => ({
      ...{ accountId, featureId: entry.featureId, id: entry.id },
      effectiveUntil: endOf(entry, chains).toString(),
      status: isBegun(entry, schedules) ? ('ACTIVE' as const) : ('VOIDED' as const),
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

/** When the entry ends if its schedule is as it is now. */
function endOf(entry: GrantedEntry, chains: Chains): Temporal.Instant {
  const { source, featureId, invoiceTiming, effectiveFrom: from, effectiveUntil, cardUntil } = entry;
  const schedule = chains.timeline.find(({ id }) => id === entry.scheduleId);
  if (!schedule || !cardUntil || invoiceTiming !== 'IN_ARREARS') return effectiveUntil;
  const endAt =
    source === 'OVERAGE' ? (schedule.endAt ?? FOREVER_INSTANT) : findChainEnd(schedule, chains, featureId);
  return cutWindow({ from, cardUntil, endAt });
}
