import { planCreditsChanged } from '#areas/credits/index.ts';
import { type HookCallRow, retireCalls } from '#areas/finalization-hooks/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { InvoiceInfo } from '../schema.ts';
import { setFinalizationFailed } from '../store/finalizing.ts';
import type { StoredInvoice } from '../store/invoices.ts';

/** In `info` of a draft: why it was not issued the last time. */
const FINALIZATION_FAILED = 'FINALIZATION_FAILED';

/** A hook that refused, or was given up. */
export function findFailure(calls: readonly HookCallRow[]): HookCallRow | undefined {
  return calls.find(({ status }) => status === 'REFUSED' || status === 'GIVEN_UP');
}

/**
 * A locked draft that waits is a draft as any other again, which nobody issues until somebody asks for it:
 * those who look after invoices are told. That a hook is silent is for the operator, too.
 */
export async function failFinalization(
  context: ScheduledWorkContext,
  invoice: StoredInvoice,
  { kind, status, lastError }: HookCallRow,
): Promise<void> {
  const { tx, org, now, deployment } = context;
  const { id, accountId } = invoice;
  const isSilent = status === 'GIVEN_UP';
  const value = `${kind} ${isSilent ? 'gave no answer in 24 hours' : 'refused'}: ${lastError ?? ''}`;
  await retireCalls(tx, org, { invoiceId: id });
  const info = [...invoice.info, { type: FINALIZATION_FAILED, value }];
  await setFinalizationFailed(tx, org, { id, info, heldSince: invoice.heldSince ?? now, now });
  publishEvent(tx, org, { type: 'invoice.finalization_failed', id, now });
  // step: a finalization has failed
  if (accountId !== null) await planCreditsChanged(context, [accountId]);
  if (!isSilent) return;
  const details = { invoice: id, hook: kind, lastError };
  deployment.raiseAlarm({ kind: 'FINALIZATION_HOOK_SILENT', org, details });
}

/** Of what is known about a draft, what stays said when it is computed anew. */
export function keptInfo({ info }: { info: readonly InvoiceInfo[] }): InvoiceInfo[] {
  return info.filter(({ type }) => type === FINALIZATION_FAILED).slice(-1);
}
