import type { Aggregation } from '#core/aggregation/index.ts';
import { type Decimal, decimal, decimalText } from '#core/decimal.ts';
import { failed, type MeteredUnits, type Outcome } from '../event.ts';
import { type EventDetail, unpackPipeline } from '../event-context.ts';
import { type AccountFacts, periodOf } from '../known/account-facts.ts';
import type { EventRow } from '../store/events.ts';

type Revenue = NonNullable<EventDetail['revenue']>;

/** A stored event with its current usage, as an outcome to subtract from the rollups. */
export interface UndoneEvent {
  row: EventRow;
  seq: number;
  timestamp: Temporal.Instant;
  outcome: Outcome;
  /** The revenue stored with the event. */
  revenue: Revenue;
}

/** Ids of the meters that counted the events. */
export function meterIdsOf(rows: readonly EventRow[]): string[] {
  return [...new Set(rows.flatMap((row) => readUnits(row).map(({ meterId }) => meterId)))];
}

/**
 * The usage of an event as the rollups contain it: of the account that it was stored for, in the cycle of the
 * schedule now in force, because cycle rollups follow the timeline.
 */
export function readUndone(
  row: EventRow,
  { accounts, aggregations }: { accounts: AccountFacts; aggregations: ReadonlyMap<string, Aggregation> },
): UndoneEvent {
  const { seq, accountId, eventTime: timestamp } = row;
  const match = accountId === null ? null : (accounts.references.get(accountId)?.exact ?? null);
  const usage = readUnits(row).map(({ meterId, units }): MeteredUnits => {
    const aggregation = aggregations.get(meterId);
    if (!aggregation) throw new Error(`usage meter ${meterId} not found`);
    return { meterId, units, aggregation };
  });
  const period = match && periodOf(accounts, match.accountId, timestamp);
  const outcome = Object.assign(failed({ status: 'REVERTED', description: '' }), { match, period, usage });
  return { row, seq, timestamp, outcome, revenue: unpackPipeline(row, row).revenueDetails ?? [] };
}

function readUnits(row: EventRow): { meterId: string; units: Decimal }[] {
  if (row.status !== 'INGESTION_COMPLETED_EVENT_METERED') return [];
  const { usageMeters = [] } = unpackPipeline(row, row);
  return usageMeters.flatMap(({ id, units }) =>
    units === undefined ? [] : { meterId: id, units: decimal(units) },
  );
}

/**
 * The detail stored with a reverted event. Its revenue becomes the part that the cycle's price does not lose
 * by the removal, so that the revenues of a cycle's events still add up to its price (`metering-pricing.md`
 * 9.7): zero, unless later events would have earned a different amount without this one.
 */
export function revertedDetail({ row, outcome, revenue }: UndoneEvent, description: string): EventDetail {
  const { revenue: _, ...detail } = row.detail;
  const left = (outcome.revenue ?? []).flatMap((change) => addRevenue(change, revenue));
  const { pipeline } = detail;
  return {
    ...detail,
    ...(pipeline && { pipeline: { ...pipeline, revenueDetails: left } }),
    ...(left.length > 0 && !pipeline && { revenue: left }),
    description,
    before: row.status,
  };
}

function addRevenue(change: Revenue[number], earned: Revenue): Revenue {
  const own = earned.find(({ usageMeterId }) => usageMeterId === change.usageMeterId);
  const sum = (member: 'revenueInvoiceCurrency' | 'revenueBaseCurrency') =>
    decimal(own?.[member] ?? '0').plus(decimal(change[member]));
  const [inInvoice, inBase] = [sum('revenueInvoiceCurrency'), sum('revenueBaseCurrency')];
  if (inInvoice.isZero() && inBase.isZero()) return [];
  const { usageMeterId } = change;
  return [
    {
      usageMeterId,
      revenueInvoiceCurrency: decimalText(inInvoice),
      revenueBaseCurrency: decimalText(inBase),
    },
  ];
}
