import type { StoredInvoice } from '#areas/invoices/index.ts';
import { queueMail } from '#areas/mails/index.ts';
import { findSettingValue } from '#areas/settings/index.ts';
import type { StoredInputs } from '#core/invoice/stored-inputs.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { writeInvoiceMail } from './invoice-mail-text.ts';
import { findRecipients, isMailed, type Recipients } from './mail-recipients.ts';

/** An issued invoice whose PDF is stored. */
export type PrintedInvoice = StoredInvoice & { pdfFileId: string };

/**
 * Queues the mail of a newly printed invoice in the transaction that stores its PDF, which happens once.
 * Skips an invoice with a total of 0, one that is void or part of a group's, and all if the setting
 * INVOICE_MAIL disables mail.
 */
export async function mailPrintedInvoice(tx: Tx, org: Org, invoice: PrintedInvoice): Promise<void> {
  const { status, totalAmount } = invoice;
  if (status === 'MERGED' || status === 'VOID' || totalAmount.isZero()) return;
  if (!(await isMailed(tx, org, invoice))) return;
  const recipients = await findRecipients(tx, org, invoice);
  await queueInvoiceMail(tx, org, { invoice, recipients, requestedBy: null });
}

export async function queueInvoiceMail(
  tx: Tx,
  org: Org,
  requested: { invoice: PrintedInvoice; recipients: Recipients; requestedBy: string | null },
) {
  const { invoice, recipients, requestedBy } = requested;
  const { id, accountId, inputs, details, pdfFileId } = invoice;
  const owner = { entityType: 'INVOICE', entityId: id } as const;
  const wanted = { namespace: 'INTEGRATION', id: 'PAYMENT_LINK', candidates: [owner] };
  const words = writeInvoiceMail(invoice, {
    timeZone: (JSON.parse(inputs) as StoredInputs).timeZone,
    paymentLink: await findSettingValue(tx, org, wanted),
    isSandbox: org.environment === 'sandbox',
  });
  return queueMail(tx, org, {
    kind: 'INVOICE',
    ...{ ...words, ...recipients, accountId, requestedBy, alertId: null, invoiceId: id, fileId: pdfFileId },
    replyTo: details.organization?.primaryEmail ?? null,
  });
}
