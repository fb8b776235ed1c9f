import { publishEvent } from '#areas/webhooks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { instantText } from '#platform/http/instants.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { CycleBill } from '../store/cycle-ends.ts';
import type { InvoicesTable } from '../tables.ts';

type Status = InvoicesTable['status'];

/** The event type of each new status; none for a merged invoice, which publishes an update. */
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

/** Publishes that an invoice changed its status. */
export function publishStatus(
  tx: Tx,
  org: Org,
  change: { id: string; status: Status; from?: Status; now: Temporal.Instant },
): void {
  const { id, status, from, now } = change;
  publishEvent(tx, org, { type: TYPES[status], id, now, ...(from && { previous: { status: from } }) });
}

/**
 * Publishes that an invoice got its number and is issued, whatever its total, so that subscribers miss no
 * invoice (`money-platform.md` 20.1), then its immediate next status.
 */
export function publishNumbered(
  tx: Tx,
  org: Org,
  { status, ...issued }: { id: string; status: Status; from: Status; now: Temporal.Instant },
): void {
  publishStatus(tx, org, { ...issued, status: 'DUE' });
  if (status !== 'DUE') publishStatus(tx, org, { ...issued, status });
}

/** Publishes that the cycle of an invoice has begun or ended. */
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
