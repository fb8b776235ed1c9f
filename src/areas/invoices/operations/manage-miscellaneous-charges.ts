import { publishEvent } from '#areas/webhooks/index.ts';
import { type Context, operation } from '#platform/http/operation.ts';
import { describeCharge, readCharges } from '../charges/rules.ts';
import { ManageMiscellaneousChargesRequest, MiscellaneousChargesResponse } from '../charges/schema.ts';
import { chargeComposite } from '../composites/charge-composite.ts';
import { chargeCustom } from '../custom/charge-custom.ts';
import { rejectFinalizing } from '../finalization/reject-finalizing.ts';
import { isAdjustment } from '../late-usage/is-adjustment.ts';
import { refreshAccountDrafts } from '../lifecycle/refresh-account.ts';
import { invoiceFinalizing, invoiceHasNoCharges, invoiceNotDraft, invoiceNotFound } from '../problems.ts';
import { InvoiceParams } from '../schema.ts';
import { setInvoiceCharges } from '../store/charges.ts';
import { findInvoice } from '../store/invoices.ts';
import { lockDrafts } from '../store/lifecycle.ts';

export const manageMiscellaneousCharges = operation({
  id: 'manageMiscellaneousCharges',
  method: 'PUT',
  route: '/invoices/{invoice_id}/miscellaneous_charges',
  scope: 'invoices:write',
  summary: 'Replace the miscellaneous charges of a draft invoice',
  description:
    'Charges are added to the net amount, after credits. A charge that refers to a line missing from the ' +
    'invoice uses 0 for it and says so in info; a charge that cannot be computed is shown as 0 and ' +
    'prevents the issue.',
  request: { params: InvoiceParams, body: ManageMiscellaneousChargesRequest },
  response: { status: 200, body: MiscellaneousChargesResponse },
  problems: [invoiceNotFound, invoiceNotDraft, invoiceHasNoCharges, invoiceFinalizing],
  async handle(context, { params, body }) {
    const { tx, org } = context;
    const id = params.invoice_id;
    const items = readCharges(body.items);
    const invoice = await findInvoice(tx, org, id);
    if (!invoice) throw invoiceNotFound({ id });
    const { accountId, invoiceType, scheduleId } = invoice;
    if (accountId === null) {
      const charge = invoiceType === 'COMPOSITE' ? chargeComposite : chargeCustom;
      const isCharged = await charge(context, { id, items });
      if (!isCharged) throw await noDraft(context, id);
      publishEvent(tx, org, { type: 'invoice.updated', id, now: context.now });
      return { data: items.map(describeCharge) };
    }
    const isCharged = scheduleId !== null || (invoiceType === 'CUSTOM' && !isAdjustment(invoice));
    if (invoice.status === 'DRAFT' && !isCharged) throw invoiceHasNoCharges({ id });
    // Locks all drafts of the account in the common order, because they share its credits.
    const drafts = await lockDrafts(tx, org, accountId);
    rejectFinalizing(drafts.find((draft) => draft.id === id) ?? invoice);
    if (!(await setInvoiceCharges(tx, org, { id, items }))) throw await noDraft(context, id);
    publishEvent(tx, org, { type: 'invoice.updated', id, now: context.now });
    await refreshAccountDrafts(context, accountId);
    return { data: items.map(describeCharge) };
  },
});

async function noDraft({ tx, org }: Pick<Context, 'tx' | 'org'>, id: string) {
  const invoice = await findInvoice(tx, org, id);
  return invoice ? invoiceNotDraft(invoice) : invoiceNotFound({ id });
}
