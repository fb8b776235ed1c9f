import type { Context, Sent } from '#platform/http/operation.ts';
import { question } from '#platform/questions.ts';
import { unpackPipeline } from './event-context.ts';
import type { EventBilling } from './event-info-schema.ts';
import type { EventRow } from './store/events.ts';
import { listLateUsageOf } from './store/late-usage.ts';

/** What a metered event asks of those who bill it. */
export interface BilledEvent {
  scheduleId: string;
  /** When it counts. */
  at: Temporal.Instant;
  /** That took it up after its cycle was billed; null: none, or none yet. */
  adjustmentId: string | null;
}

interface Bill {
  id: string;
  /** Null while it has none. */
  number: string | null;
  status: string;
}

/** Which invoice bills an event, and which adjustment has taken it up. */
export const BILLS_OF_EVENTS = question<BilledEvent, { invoice: Bill | null; adjustment: Bill | null }>(
  'usage.bills_of_events',
);

/** What bills each of some events, by their numbers; nothing of those that were not metered for a plan. */
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
  const bills = await deployment.ask(BILLS_OF_EVENTS, { tx, org }, keys);
  return new Map(
    metered.map(({ seq }, i) => {
      const { invoice = null, adjustment = null } = bills[i] ?? {};
      // What changed nothing was taken up by the invoice itself.
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
