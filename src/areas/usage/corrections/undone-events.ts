import type { Aggregation } from '#core/aggregation/index.ts';
import { type Decimal, decimal, decimalText } from '#core/decimal.ts';
import { failed, type MeteredUnits, type Outcome } from '../event.ts';
import { type EventDetail, unpackPipeline } from '../event-context.ts';
import { type AccountFacts, periodOf } from '../known/account-facts.ts';
import type { EventRow } from '../store/events.ts';

type Revenue = NonNullable<EventDetail['revenue']>;

/** A stored event with what it counts for now, as an outcome that is to be taken out of the rollups. */
export interface UndoneEvent {
  row: EventRow;
  seq: number;
  timestamp: Temporal.Instant;
  outcome: Outcome;
  /** What it said that it earned. */
  revenue: Revenue;
}

/** Meters that events were counted by. */
export function meterIdsOf(rows: readonly EventRow[]): string[] {
  return [...new Set(rows.flatMap((row) => readUnits(row).map(({ meterId }) => meterId)))];
}

/**
 * The usage of an event as the rollups have it: of the account that it was stored for, in the cycle of the
 * schedule that is in force now, because the rollups of cycles follow the timeline.
 */
export function readUndone(
  row: EventRow,
  { accounts, aggregations }: { accounts: AccountFacts; aggregations: ReadonlyMap<string, Aggregation> },
): UndoneEvent {
  const { seq, accountId, eventTime: timestamp } = row;
  const match = accountId === null ? null : (accounts.references.get(accountId)?.exact ?? null);
  const usage = readUnits(row).map(({ meterId, units }): MeteredUnits => {
    const aggregation = aggregations.get(meterId);
    if (!aggregation) throw new Error(`there is no usage meter ${meterId}`);
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
 * What stands with an event when it is reverted. Its revenue becomes what the price of the cycle does not
 * lose with it, so that all events of a cycle together still earn its price (`metering-pricing.md` 9.7):
 * nothing, unless the events after it would have earned something else without it.
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
