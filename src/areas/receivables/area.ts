import type { Area } from '#platform/http/area.ts';
import { listOpenInvoices } from './operations/list-open-invoices.ts';
import { listReceivables } from './operations/list-receivables.ts';
import { matchBankLine } from './operations/match-bank-line.ts';

/** What customers owe: by age, by invoice, and beside the money that they have paid in advance. */
export const receivables: Area = {
  name: 'receivables',
  title: 'Receivables',
  operations: [listReceivables, listOpenInvoices, matchBankLine],
};
