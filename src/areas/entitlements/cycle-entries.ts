import {
  type Chains,
  lastOfChain,
  type ScheduleCycle,
  type ScheduleRow,
  type SoldBefore,
} from '#areas/schedules/index.ts';
import { decimal } from '#core/decimal.ts';
import { addDuration } from '#core/period-duration.ts';
import { FOREVER_INSTANT, startOfDay } from '#core/period-zone.ts';
import { feeCharge } from '#core/rating/recurrence.ts';
import type { CardGrant, GrantWindow } from './read-card-grants.ts';
import type { NewEntry } from './store/grants.ts';

/** A starting cycle, with the account's schedules before and after it. */
export interface OpenedCycle {
  schedule: ScheduleRow;
  cycle: ScheduleCycle;
  chains: Chains;
  soldBefore: SoldBefore;
}

/**
 * The entries that a cycle grants: those of each card with a block that starts in it. Credits of a block sold
 * by an earlier schedule of the chain are not granted again, as they are not charged again; each schedule
 * bills overage for its own days, and has its own overage entry.
 */
export function cycleEntries(grants: readonly CardGrant[], opened: OpenedCycle): NewEntry[] {
  const numbers = new Map<string, number>();
  return grants.flatMap((grant) => {
    const period = findBlock(grant, opened);
    return grant.windows.flatMap((window) => {
      // Numbered among all windows of the feature, so that a window has the same number in every cycle.
      const name = `${grant.source} ${grant.featureId}`;
      const number = (numbers.get(name) ?? 0) + 1;
      numbers.set(name, number);
      return period ? [toEntry({ grant, window, number, blockEnd: period.end }, opened)] : [];
    });
  });
}

/** The end of a schedule's credits for a feature: its own end, or that of the chain that continues it. */
export function findChainEnd(schedule: ScheduleRow, chains: Chains, featureId: string): Temporal.Instant {
  const sold = { type: 'BILLING_ENTITLEMENT', billableId: featureId } as const;
  return lastOfChain(schedule, chains, sold).endAt ?? FOREVER_INSTANT;
}

/** The end of an entry that its schedule grants until `cardUntil`. */
export function cutWindow(window: {
  from: Temporal.Instant;
  cardUntil: Temporal.Instant;
  endAt: Temporal.Instant;
}): Temporal.Instant {
  const { from, cardUntil, endAt } = window;
  const until = earlierOf(cardUntil, endAt);
  return Temporal.Instant.compare(from, until) < 0 ? until : from;
}

function findBlock({ card, source, recurrence }: CardGrant, { schedule, cycle, soldBefore }: OpenedCycle) {
  const charge = feeCharge(
    { feeType: 'RECURRING', timing: 'IN_ADVANCE', recurrence, isProrated: source === 'OVERAGE' },
    {
      resolved: schedule.resolvedCycle,
      chainStart: schedule.chainStartDate,
      schedule: { start: schedule.startDate, end: schedule.endDate },
      cycle,
      soldBefore: soldBefore.get(card.name) ?? [],
    },
  );
  return charge?.period;
}

function toEntry(
  granted: { grant: CardGrant; window: GrantWindow; number: number; blockEnd: Temporal.PlainDate },
  opened: OpenedCycle,
): NewEntry {
  const { grant, window, number, blockEnd } = granted;
  const { source, featureId, invoiceTiming } = grant;
  const { schedule, cycle } = opened;
  const { timeZone } = schedule;
  const after = (duration: string) => addDuration(cycle.startAt, duration, timeZone);
  const from = window.from === undefined ? cycle.startAt : after(window.from);
  const cardUntil = window.until === undefined ? startOfDay(blockEnd, timeZone) : after(window.until);
  const date = number === 1 ? `${cycle.start}` : `${cycle.start}.${number}`;
  return {
    accountId: schedule.accountId,
    featureId,
    id: `${schedule.id}#${date}$${source}`,
    source,
    scheduleId: schedule.id,
    invoiceTiming,
    blockAt: cycle.startAt,
    effectiveFrom: from,
    effectiveUntil: cutWindow({ from, cardUntil, endAt: endOfGrants(grant, opened) }),
    cardUntil,
    granted: window.limit === null ? null : decimal(window.limit),
  };
}

/** Grants invoiced in advance keep their window; others end with the schedules that pay for them. */
function endOfGrants(
  { source, featureId, invoiceTiming }: CardGrant,
  { schedule, chains }: OpenedCycle,
): Temporal.Instant {
  if (source === 'OVERAGE') return schedule.endAt ?? FOREVER_INSTANT;
  return invoiceTiming === 'IN_ARREARS' ? findChainEnd(schedule, chains, featureId) : FOREVER_INSTANT;
}

function earlierOf(a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(a, b) <= 0 ? a : b;
}
