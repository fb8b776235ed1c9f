import { lockAccount } from '#areas/accounts/index.ts';
import {
  LATE_USAGE,
  LATE_USAGE_RANK,
  listEventIds,
  listOpenLateUsage,
  settleLateUsage,
} from '#areas/usage/index.ts';
import { computeAdjustment, isWithoutChange } from '#core/invoice/adjustment.ts';
import type { InvoiceInputs } from '#core/invoice/index.ts';
import {
  awaitRunningIngestions,
  planScheduledWork,
  readText,
  type StoredScheduledWork,
} from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { nextDay } from '../lifecycle/invoice-dates.ts';
import { findAdjustmentBase, findCycleInvoice } from '../store/adjustments.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { lockDrafts } from '../store/lifecycle.ts';
import { buildAdjustment } from './compute-adjustment.ts';
import { issueAdjustment } from './issue-adjustment.ts';

/**
 * Bills usage that arrived or was corrected after the invoice of a cycle was issued: charges or credits the
 * difference under the cycle's own plan, prices and rules. Idempotent. Skips a cycle that was closed without
 * a bill, or whose invoice is void or refunded.
 */
export async function adjustCycle(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  const accountId = readText(payload, 'accountId');
  const scheduleId = readText(payload, 'scheduleId');
  const cycle = {
    accountId,
    scheduleId,
    cycleStart: Temporal.PlainDate.from(readText(payload, 'cycleStart')),
  };
  await awaitRunningIngestions(tx, org);
  await lockAccount(tx, org, accountId);
  await lockDrafts(tx, org, accountId);
  const numbers = await listOpenLateUsage(tx, org, cycle);
  const original = await findCycleInvoice(tx, org, cycle);
  if (numbers.length === 0 || !original || isUndone(original)) return;
  if (original.status === 'DRAFT') return waitForInvoice(context, payload, original);
  const base = await findAdjustmentBase(tx, org, original);
  const eventIds = await listEventIds(tx, org, numbers);
  const inputs = await buildAdjustment({ tx, org, now }, { original, base, eventIds });
  const document = computeAdjustment(inputs);
  const invoiceId = isWithoutChange(document)
    ? base.id
    : await issueAdjustment(context, { original, base, inputs, document });
  await settleLateUsage(tx, org, { numbers, invoiceId });
}

/** Whether the invoice is void or fully refunded; its cycle is then not billed again. */
export function isUndone({ status, metadata }: InvoiceRow): boolean {
  return status === 'VOID' || status === 'REFUND_INITIATED' || 'refundedAmount' in metadata;
}

/** A delayed draft includes the usage itself when it is issued; checked again a day later. */
async function waitForInvoice(
  { tx, org, now }: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
  { inputs, scheduleId, cycleStart }: InvoiceRow,
): Promise<void> {
  const { timeZone } = JSON.parse(inputs) as InvoiceInputs;
  const dueAt = nextDay(now, timeZone);
  const key = `${scheduleId}#${cycleStart}#waits`;
  await planScheduledWork(tx, org, { kind: LATE_USAGE, key, dueAt, rank: LATE_USAGE_RANK, payload, now });
}
