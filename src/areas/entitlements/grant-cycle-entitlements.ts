import {
  cycleOf,
  listChainSales,
  listSchedules,
  readChains,
  type ScheduleCycle,
  type ScheduleRow,
} from '#areas/schedules/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { cycleEntries } from './cycle-entries.ts';
import { listCardGrants } from './read-card-grants.ts';
import { type GrantedEntry, insertEntries, listGrantedEntries, type NewEntry } from './store/grants.ts';
import { insertWallets } from './store/wallets.ts';

export type GrantContext = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

/**
 * Grants credits and overage of the blocks that start with a cycle (`metering-pricing.md` 11.2). Idempotent:
 * the id of an entry consists of its schedule and the first day of its block.
 */
export async function grantCycleEntitlements(
  { tx, org, now }: GrantContext,
  opened: { accountId: string; schedule: ScheduleRow; cycle: ScheduleCycle },
): Promise<void> {
  const { accountId, schedule } = opened;
  const grants = await listCardGrants(tx, org, schedule);
  if (grants.length === 0) return;
  // If the first days of a cycle are already billed, its credits were granted with the first of them.
  const cycle = cycleOf(schedule, opened.cycle.startAt) ?? opened.cycle;
  const timeline = await listSchedules(tx, org, { accountIds: [accountId] });
  const chains = await readChains(tx, org, timeline);
  const soldBefore = await listChainSales(tx, org, { schedule, cards: grants.map(({ card }) => card) });
  const wanted = cycleEntries(grants, { schedule, cycle, chains, soldBefore });
  if (wanted.length === 0) return;
  const at = cycle.startAt;
  const others = (await listGrantedEntries(tx, org, { accountId, at })).filter(
    ({ scheduleId, blockAt }) => scheduleId !== schedule.id && blockAt.equals(at),
  );
  const entries = wanted.filter((entry) => !others.some((other) => isPaidFor(other, entry)));
  if (entries.length === 0) return;
  await insertWallets(tx, org, { wallets: entries, now });
  await insertEntries(tx, org, { entries, now });
}

/**
 * A plan that can be edited from the start of the running cycle may replace a schedule with issued advance
 * charges: they are not charged again, and the new credits start with the next block.
 */
function isPaidFor(other: GrantedEntry, { featureId, source, invoiceTiming }: NewEntry): boolean {
  return (
    other.featureId === featureId &&
    other.source === source &&
    other.invoiceTiming === 'IN_ADVANCE' &&
    invoiceTiming === 'IN_ADVANCE'
  );
}
