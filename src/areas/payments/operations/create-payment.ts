import { accountArchived, accountInDraft, accountNotFound, lockAccount } from '#areas/accounts/index.ts';
import { PAYMENT_PROBLEMS, recordPayment } from '#areas/invoices/index.ts';
import { operation } from '#platform/http/operation.ts';
import { readPayment } from '../read-payment.ts';
import { CreatePaymentRequest, Payment } from '../schema.ts';

export const createPayment = operation({
  id: 'createPayment',
  method: 'POST',
  route: '/payments',
  scope: 'payments:write',
  summary: 'Record a payment',
  description:
    'Records money that was received outside of the platform; nothing is charged. INVOICE pays an ' +
    'invoice, an order or the invoice of a group; for a DRAFT the wallet holds it until the draft is ' +
    'issued. CREDIT creates a credit without an end. The unallocated rest goes to the wallet and is added ' +
    'to the records. A reference is unique per account; reversing a payment releases its reference.',
  request: { body: CreatePaymentRequest },
  response: { status: 201, body: Payment },
  problems: [accountNotFound, accountArchived, accountInDraft, ...PAYMENT_PROBLEMS],
  async handle(context, { body }) {
    const { tx, org, actor } = context;
    const { externalPaymentReference: reference, accountId, lineItemRecords, ...payment } = body;
    const { description, metadata, ...source } = reference;
    const account = await lockAccount(tx, org, accountId);
    if (account.status === 'DRAFT') throw accountInDraft({ id: account.id });
    const id = await recordPayment(context, account, {
      ...source,
      referenceDescription: description ?? null,
      referenceMetadata: metadata ?? null,
      currency: payment.currency,
      totalAmount: payment.totalAmount,
      description: payment.description ?? null,
      notes: payment.notes ?? null,
      createdBy: actor.credentialId,
      records: lineItemRecords,
    });
    return readPayment(context, { id });
  },
});
