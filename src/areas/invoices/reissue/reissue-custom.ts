import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { computeCustom, termsOf } from '../custom/compute-custom.ts';
import { keepDraft } from '../custom/make-custom.ts';
import { computedColumns } from '../lifecycle/computed-columns.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { insertAgain } from './insert-again.ts';

/** Creates a draft with the same lines, charges and days, and with current names and taxes. */
export async function reissueCustom(context: ScheduledWorkContext, invoice: StoredInvoice): Promise<string> {
  const { tx, org, now } = context;
  const { groupId, endAt, appliesCredits, appliesWallet } = invoice;
  const terms = { ...termsOf(invoice), invoiceDate: endAt, createdAt: now };
  const { computed } = await computeCustom(tx, org, { terms, pool: null });
  const draft = await insertAgain(context, invoice, {
    set: { groupId, invoiceDate: endAt, appliesCredits, appliesWallet },
    computed: computedColumns(computed),
  });
  await keepDraft(context, draft);
  return draft.id;
}
