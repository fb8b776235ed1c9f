import { findGroupGraceDays } from '#areas/invoice-groups/index.ts';
import { startOfDay } from '#core/period-zone.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { BilledPart } from '../lifecycle/billed-part.ts';
import { laterOf } from '../lifecycle/invoice-dates.ts';

/**
 * Returns when the invoice in arrears of a cycle falls due as of `now`: after its own grace period or that
 * of the account's group, whichever is longer, and not before `earliest`.
 */
export async function dueTransition(
  { tx, org, now }: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  cycle: {
    accountId: string;
    part: Pick<BilledPart, 'dueAt' | 'end'>;
    timeZone: string;
    earliest: Temporal.Instant;
  },
): Promise<Temporal.Instant> {
  const { accountId, part, timeZone, earliest } = cycle;
  const own = laterOf(part.dueAt, earliest);
  const days = await findGroupGraceDays(tx, org, { accountId, at: now });
  return days === null ? own : laterOf(own, startOfDay(part.end.add({ days }), timeZone));
}
