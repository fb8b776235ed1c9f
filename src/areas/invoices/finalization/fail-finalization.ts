import { planCreditsChanged } from '#areas/credits/index.ts';
import { type HookCallRow, retireCalls } from '#areas/finalization-hooks/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { InvoiceInfo } from '../schema.ts';
import { setFinalizationFailed } from '../store/finalizing.ts';
import type { StoredInvoice } from '../store/invoices.ts';

/** Code in `info` of a draft that says why its last finalization failed. */
const FINALIZATION_FAILED = 'FINALIZATION_FAILED';
/** The same of a document that waits for a request that a second person approves. */
export const APPROVAL_REQUIRED = 'APPROVAL_REQUIRED';

/** Finds a hook call that rejected the invoice or was given up. */
export function findFailure(calls: readonly HookCallRow[]): HookCallRow | undefined {
  return calls.find(({ status }) => status === 'REFUSED' || status === 'GIVEN_UP');
}

/**
 * Ends the finalization of a locked draft whose hook rejected it or did not respond; then the operator is
 * notified, too.
 */
export async function failByHook(
  context: ScheduledWorkContext,
  invoice: StoredInvoice,
  { kind, status, lastError }: HookCallRow,
): Promise<void> {
  const { org, deployment } = context;
  const isSilent = status === 'GIVEN_UP';
  const reason = `${kind} ${isSilent ? 'did not respond within 24 hours' : 'refused'}: ${lastError ?? ''}`;
  await stopFinalization(context, invoice, reason);
  if (!isSilent) return;
  const details = { invoice: invoice.id, hook: kind, lastError };
  deployment.raiseAlarm({ kind: 'FINALIZATION_HOOK_SILENT', org, details });
}

/** The same for any other reason, which `info` shows. */
export async function stopFinalization(
  context: ScheduledWorkContext,
  invoice: StoredInvoice,
  reason: string,
): Promise<void> {
  const { tx, org, now } = context;
  const { id, accountId } = invoice;
  await retireCalls(tx, org, { invoiceId: id });
  const info = [...invoice.info, { type: FINALIZATION_FAILED, value: reason }];
  await setFinalizationFailed(tx, org, { id, info, heldSince: invoice.heldSince ?? now, now });
  publishEvent(tx, org, { type: 'invoice.finalization_failed', id, now });
  // step: a finalization has failed
  if (accountId !== null) await planCreditsChanged(context, [accountId]);
}

/** Returns the entries of `info` that survive a recomputation of the draft. */
export function keptInfo({ info }: { info: readonly InvoiceInfo[] }): InvoiceInfo[] {
  return info.filter(({ type }) => type === FINALIZATION_FAILED || type === APPROVAL_REQUIRED).slice(-1);
}
