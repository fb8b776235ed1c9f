import { listOverageBuckets } from '#areas/entitlements/index.ts';
import { type RateCardRow, readRecurrence } from '#areas/price-plans/index.ts';
import type { Decimal } from '#core/decimal.ts';
import { startOfDay } from '#core/period-zone.ts';
import { coveredBlock } from '#core/rating/recurrence.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Span } from './earnings.ts';
import type { MeasuredCycle } from './measured-cycles.ts';
import type { PricedCycle } from './price-cycles.ts';

/** Overage of an account in time order, in pieces that lie in one bucket and one cycle each. */
export interface OveragePieces {
  of(measured: MeasuredCycle, featureId: string): { at: Temporal.Instant; units: Decimal }[];
}

/** Overage from the start of each block that overlaps the range, cut at buckets, cycles and blocks. */
export async function loadOverage(
  tx: Tx,
  org: Org,
  request: { priced: readonly PricedCycle[]; span: Span },
): Promise<OveragePieces> {
  const { priced, span } = request;
  const blocks = priced.flatMap(({ measured, cards }) =>
    cards.flatMap((card) => {
      const startAt = card.type === 'ENTITLEMENT_OVERAGE' ? blockStart(card, measured) : null;
      return startAt ? [{ measured, startAt }] : [];
    }),
  );
  if (blocks.length === 0) return { of: () => [] };
  const { compare } = Temporal.Instant;
  const edges = blocks.flatMap(({ startAt, measured: { cycle } }) => [startAt, cycle.startAt, cycle.endAt]);
  const sorted = [...edges, ...span.borders, span.from].sort(compare);
  const [from] = blocks.map(({ startAt }) => startAt).sort(compare) as [Temporal.Instant];
  const rows = await listOverageBuckets(tx, org, {
    accountIds: [...new Set(blocks.map(({ measured }) => measured.account.accountId))],
    ...{ from, until: span.until },
    borders: sorted.filter((at, i) => i === 0 || !at.equals(sorted[i - 1] as Temporal.Instant)),
  });
  const byOwner = Map.groupBy(rows, ({ accountId, featureId }) => `${accountId}\n${featureId}`);
  return { of: ({ account }, featureId) => byOwner.get(`${account.accountId}\n${featureId}`) ?? [] };
}

function blockStart(card: RateCardRow, { schedule, cycle }: MeasuredCycle): Temporal.Instant | null {
  const block = coveredBlock(readRecurrence(card), {
    resolved: schedule.resolvedCycle,
    chainStart: schedule.chainStartDate,
    schedule: { start: schedule.startDate, end: schedule.endDate },
    cycle,
  });
  return block && startOfDay(block.start, schedule.timeZone);
}
