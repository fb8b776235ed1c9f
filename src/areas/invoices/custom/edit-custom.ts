import { publishEvent } from '#areas/webhooks/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { isAdjustment } from '../late-usage/is-adjustment.ts';
import { computedColumns } from '../lifecycle/computed-columns.ts';
import { customTooLarge, invoiceNotEditable } from '../problems.ts';
import type { CustomInvoiceLineItem } from '../schema.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { lockBill, updateDraft } from '../store/lifecycle.ts';
import { computeCustom, termsOf } from './compute-custom.ts';
import { checkPeriod, keepDraft } from './make-custom.ts';
import { readLines } from './read-lines.ts';

/** Edits that only manual drafts allow; absent members stay unchanged. */
export interface CustomEdits {
  startDate?: Temporal.Instant | undefined;
  endDate?: Temporal.Instant | undefined;
  lineItems?: readonly CustomInvoiceLineItem[] | undefined;
}

/** Returns the names of the members that are present. */
export function editedMembers(edits: CustomEdits): string[] {
  return Object.entries(edits).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** Edits a manual draft that the caller has locked, and returns its new state. */
export async function editCustom(
  context: ScheduledWorkContext,
  draft: StoredInvoice,
  edits: CustomEdits,
): Promise<StoredInvoice> {
  const { tx, org, now } = context;
  const { id } = draft;
  if (editedMembers(edits).length === 0) return draft;
  if (draft.invoiceType !== 'CUSTOM' || draft.status !== 'DRAFT' || isAdjustment(draft))
    throw invoiceNotEditable({ members: editedMembers(edits) });
  const dates = { startAt: edits.startDate ?? draft.startAt, endAt: edits.endDate ?? draft.endAt };
  checkPeriod(dates);
  const set = { ...dates, invoiceDate: dates.endAt };
  const stored = termsOf(draft);
  const lines = edits.lineItems ? await readLines(context, edits.lineItems) : stored.lines;
  // Charges may not be computable yet, so only the entered lines count here.
  const typed = await computeCustom(tx, org, {
    terms: { ...stored, ...set, lines, charges: [] },
    pool: null,
  });
  if (typed.computed.isIncomplete) throw customTooLarge();
  const { computed } = await computeCustom(tx, org, { terms: { ...stored, ...set, lines }, pool: null });
  publishEvent(tx, org, { type: 'invoice.updated', id, now });
  const columns = computedColumns(computed);
  await updateDraft(tx, org, { id, now, computed: columns, set });
  await keepDraft(context, { ...draft, ...set, totalAmount: columns.totalAmount });
  return (await lockBill(tx, org, id)) ?? draft;
}
