import { publishEvent } from '#areas/webhooks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { instantText } from '#platform/http/instants.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { CycleBill } from './store/cycle-ends.ts';
import type { InvoicesTable } from './tables.ts';

type Status = InvoicesTable['status'];

/** What it means that an invoice has a status now; nothing for one that is merged, which is an update. */
const TYPES = {
  DRAFT: 'invoice.created',
  DUE: 'invoice.due',
  PARTIALLY_PAID: 'invoice.partially_paid',
  PAID: 'invoice.paid',
  VOID: 'invoice.voided',
  UN_COLLECTIBLE: 'invoice.uncollectible',
  REFUND_INITIATED: 'invoice.refund_initiated',
  REFUND_COMPLETED: 'invoice.refunded',
  MERGED: 'invoice.updated',
} as const satisfies Record<Status, string>;

/** Tells that an invoice has got a status. */
export function publishStatus(
  tx: Tx,
  org: Org,
  change: { id: string; status: Status; from?: Status; now: Temporal.Instant },
): void {
  const { id, status, from, now } = change;
  publishEvent(tx, org, { type: TYPES[status], id, now, ...(from && { previous: { status: from } }) });
}

/**
 * Tells that an invoice has got its number: that it is issued, whatever it comes to, so that who waits for
 * invoices misses none (`money-platform.md` 20.1), and then what became of it at once.
 */
export function publishNumbered(
  tx: Tx,
  org: Org,
  { status, ...issued }: { id: string; status: Status; from: Status; now: Temporal.Instant },
): void {
  publishStatus(tx, org, { ...issued, status: 'DUE' });
  if (status !== 'DUE') publishStatus(tx, org, { ...issued, status });
}

/** Tells of the cycle that an invoice bills: that it has begun, or that it is over. */
export function publishCycle(
  { tx, org, now }: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  invoice: CycleBill,
  type: 'pricing_cycle.started' | 'pricing_cycle.ended',
): void {
  const { accountId, scheduleId, planId, planVersion, startAt, endAt } = invoice;
  const id = `${scheduleId}:${startAt}`;
  const cycle = { startDate: instantText(startAt), endDate: instantText(endAt) };
  const object = { id, accountId, scheduleId, pricePlanId: planId, pricePlanVersion: planVersion, ...cycle };
  publishEvent(tx, org, { type, id, now, object: { ...object, invoiceId: invoice.id } });
}
