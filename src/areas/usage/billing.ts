import type { Decimal } from '#core/decimal.ts';
import type { Context, Sent } from '#platform/http/operation.ts';
import { port } from '#platform/ports.ts';
import { unpackPipeline } from './event-context.ts';
import type { EventBilling } from './event-info-schema.ts';
import type { EventRow } from './store/events.ts';
import { listLateUsageOf } from './store/late-usage.ts';

/** The fields of a metered event that billing areas need to find its documents. */
export interface BilledEvent {
  scheduleId: string;
  /** The time at which the event counts. */
  at: Temporal.Instant;
  /**
   * The adjustment that includes the event, if it counted after its cycle was billed; null if none does yet.
   */
  adjustmentId: string | null;
}

interface Bill {
  id: string;
  /** Null until the invoice has a number. */
  number: string | null;
  status: string;
}

/** Finds the invoice that bills an event and the adjustment that includes it. */
export const BILLS_OF_EVENTS = port<BilledEvent, { invoice: Bill | null; adjustment: Bill | null }>(
  'usage.bills_of_events',
);

/** The cycle of a schedule that contains an instant; `now` is the time of the request. */
interface BilledCycle {
  scheduleId: string;
  at: Temporal.Instant;
  now: Temporal.Instant;
}

/** The invoice of a cycle; the amount of a draft is that of its usage at this moment. */
export interface CycleBill extends Bill {
  currency: string;
  total: Decimal;
}

/** Finds the invoices of cycles, with their amounts. */
export const AMOUNTS_OF_CYCLES = port<BilledCycle, CycleBill>('usage.amounts_of_cycles');

/** The invoice and adjustment of each event, by event number; omits events not metered for a plan. */
export async function listBilling(
  { tx, org, deployment }: Pick<Context, 'tx' | 'org' | 'deployment'>,
  rows: readonly EventRow[],
): Promise<ReadonlyMap<number, Sent<EventBilling>>> {
  const metered = rows.flatMap((row) => {
    const [plan] = unpackPipeline(row, row).pricePlans ?? [];
    return plan ? [{ seq: row.seq, scheduleId: plan.scheduleId, at: row.eventTime }] : [];
  });
  if (metered.length === 0) return new Map();
  const numbers = metered.map(({ seq }) => seq);
  const late = new Map((await listLateUsageOf(tx, org, numbers)).map((each) => [each.seq, each.invoiceId]));
  const keys = metered.map(({ seq, ...each }) => ({ ...each, adjustmentId: late.get(seq) ?? null }));
  const bills = await deployment.callPort(BILLS_OF_EVENTS, { tx, org }, keys);
  return new Map(
    metered.map(({ seq }, i) => {
      const { invoice = null, adjustment = null } = bills[i] ?? {};
      // Late usage that changes no amount is settled by the original invoice, which is no adjustment.
      const isOwn = adjustment !== null && adjustment.id !== invoice?.id;
      return [
        seq,
        {
          ...(invoice && { invoice: describeBill(invoice) }),
          ...(isOwn && { adjustment: describeBill(adjustment) }),
          ...(late.get(seq) === null && { isAdjustmentPending: true }),
        },
      ];
    }),
  );
}

function describeBill({ id, number, status }: Bill) {
  return { id, status, ...(number !== null && { sequenceId: number }) };
}
