import { Type } from 'typebox';
import { findInvoice, invoiceNotFound } from '#areas/invoices/index.ts';
import { describeOneMail, MAX_RECIPIENTS, Mail, nobodyToMail, recipientInvalid } from '#areas/mails/index.ts';
import { operation } from '#platform/http/operation.ts';
import { Closed, List, Text } from '#platform/http/schemas.ts';
import { readMailAddress, readRecipients } from '#platform/mail/mail-address.ts';
import { queueInvoiceMail } from '../mail/mail-invoice.ts';
import { findRecipients } from '../mail/mail-recipients.ts';
import { invoiceNotSent } from '../problems.ts';
import { InvoiceParams } from '../schema.ts';

const SendInvoiceRequest = Closed({
  to: Type.Optional(
    List(Text(1, 320), {
      minItems: 1,
      maxItems: MAX_RECIPIENTS,
      description: 'Instead of the recipients of the account or group',
    }),
  ),
});

export const sendInvoice = operation({
  id: 'sendInvoice',
  method: 'POST',
  route: '/ext/v1/invoices/{invoice_id}/send',
  scope: 'invoices:write',
  summary: 'Mail an issued invoice with its PDF, again or to other recipients',
  description:
    'Ignores INVOICE_MAIL, and also sends an invoice with a total of 0. The mail shows the open amount ' +
    'and the payment link of this moment; the link is the setting PAYMENT_LINK (INTEGRATION) of the ' +
    'invoice.',
  request: { params: InvoiceParams, body: SendInvoiceRequest, isBodyOptional: true },
  response: { status: 202, body: Mail },
  problems: [invoiceNotFound, invoiceNotSent, recipientInvalid, nobodyToMail],
  async handle({ tx, org, actor }, { params, body }) {
    const invoice = await findInvoice(tx, org, params.invoice_id);
    if (!invoice) throw invoiceNotFound({ id: params.invoice_id });
    const { id, status, pdfFileId } = invoice;
    if (status === 'DRAFT' || status === 'MERGED' || status === 'VOID' || pdfFileId === null)
      throw invoiceNotSent({ id, status });
    const wrong = body?.to?.findIndex((text) => readMailAddress(text) === null) ?? -1;
    if (wrong >= 0) throw recipientInvalid({ at: `to[${wrong}]` });
    const recipients = body?.to ? { to: body.to, cc: [] } : await findRecipients(tx, org, invoice);
    if (readRecipients([recipients.to, recipients.cc], 1).length === 0) throw nobodyToMail();
    const printed = { ...invoice, pdfFileId };
    const requestedBy = actor.credentialId;
    const mail = await queueInvoiceMail(tx, org, { invoice: printed, recipients, requestedBy });
    return describeOneMail(tx, org, mail);
  },
});
