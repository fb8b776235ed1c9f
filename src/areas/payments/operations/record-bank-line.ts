import { accountArchived, accountInDraft, accountNotFound } from '#areas/accounts/index.ts';
import { PAYMENT_PROBLEMS } from '#areas/invoices/index.ts';
import { operation } from '#platform/http/operation.ts';
import { bankLineCurrency, bankLineRepeated, bankLineUneven } from '../problems.ts';
import { readPayment } from '../read-payment.ts';
import { recordBankLine as record } from '../record-bank-line.ts';
import { RecordBankLineRequest, RecordedBankLine } from '../schema.ts';

export const recordBankLine = operation({
  id: 'recordBankLine',
  method: 'POST',
  route: '/ext/v1/bank_lines',
  scope: 'payments:write',
  summary: 'Record a bank line that pays for several accounts',
  description:
    'One payment for each account, all or nothing, with the same reference and `bankLineId`; each is then ' +
    'reversed or refunded by itself. What the records of an account leave goes to its wallet: name the ' +
    'account that gets an overpayment, or the sums differ and nothing is recorded.',
  request: { body: RecordBankLineRequest },
  response: { status: 201, body: RecordedBankLine },
  problems: [
    ...[accountNotFound, accountArchived, accountInDraft, bankLineUneven, bankLineRepeated],
    ...[bankLineCurrency, ...PAYMENT_PROBLEMS],
  ],
  async handle(context, { body }) {
    const { id, paymentIds } = await record(context, body);
    const payments = [];
    for (const paymentId of paymentIds) payments.push(await readPayment(context, { id: paymentId }));
    return { id, payments };
  },
});
