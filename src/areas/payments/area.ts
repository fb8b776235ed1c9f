import type { Area } from '#platform/http/area.ts';
import { paymentAudits } from './audits.ts';
import { allocateWallet } from './operations/allocate-wallet.ts';
import { convertWallet } from './operations/convert-wallet.ts';
import { createPayment } from './operations/create-payment.ts';
import { getPayment } from './operations/get-payment.ts';
import { listPayments } from './operations/list-payments.ts';
import { recordBankLine } from './operations/record-bank-line.ts';
import { reversePayment } from './operations/reverse-payment.ts';

export const payments: Area = {
  name: 'payments',
  title: 'Payments',
  resources: { payment: { get: getPayment } },
  operations: [
    ...[listPayments, createPayment, getPayment, reversePayment, recordBankLine],
    ...[convertWallet, allocateWallet],
  ],
  audits: paymentAudits,
};
