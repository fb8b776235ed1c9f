import type { PrintStatementRequest, Statement } from '../../../api/generated/types.ts';
import { addDays, formatDay } from '../../../format/time.ts';
import { type Column, identifier, money, text } from '../../../ui/data-table/columns.tsx';

/** As in the address: the last day is part of the period. */
export interface StatementSearch {
  customer_id?: string;
  account_id?: string;
  invoice_group_id?: string;
  currency?: string;
  from?: string;
  until?: string;
  /** Of the document; absent: that of the last invoice. */
  language?: string;
}

type Debtor = Pick<PrintStatementRequest, 'debtorType' | 'debtorId'>;

/** Null: the address names nobody, or no currency. */
export function debtorOf(search: StatementSearch): Debtor | null {
  const { customer_id, account_id, invoice_group_id, currency } = search;
  if (!currency) return null;
  if (account_id) return { debtorType: 'ACCOUNT', debtorId: account_id };
  if (invoice_group_id) return { debtorType: 'INVOICE_GROUP', debtorId: invoice_group_id };
  return customer_id ? { debtorType: 'CUSTOMER', debtorId: customer_id } : null;
}

const PARAMETERS = {
  ACCOUNT: 'account_id',
  CUSTOMER: 'customer_id',
  INVOICE_GROUP: 'invoice_group_id',
} as const;

/** The service asks for the day after the last one. */
function daysOf({ from, until }: StatementSearch): { from?: string; to?: string } {
  return { ...(from && { from }), ...(until && { to: addDays(until, 1) }) };
}

export function statementInput({ debtorType, debtorId }: Debtor, search: StatementSearch) {
  return { [PARAMETERS[debtorType]]: debtorId, currency: search.currency ?? '', ...daysOf(search) };
}

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja', 'ar'] as const;

export function printInput(debtor: Debtor, search: StatementSearch): { body: PrintStatementRequest } {
  const language = LANGUAGES.find((each) => each === search.language);
  const chosen = { ...debtor, currency: search.currency ?? '', ...daysOf(search) };
  return { body: { ...chosen, ...(language && { language }) } };
}

/** Where the records of a debtor are. */
export const AREAS = { ACCOUNT: 'accounts', CUSTOMER: 'customers', INVOICE_GROUP: 'invoice-groups' } as const;

export type StatementEntry = Statement['entries'][number] & { currency: string; key: string };

/** Several changes may be of one moment and one invoice. */
export function entriesOf({ entries, currency }: Statement): StatementEntry[] {
  return entries.map((entry, index) => ({ ...entry, currency, key: String(index) }));
}

export const entryColumns: readonly Column<StatementEntry>[] = [
  { ...text<StatementEntry>('date', ({ date }) => formatDay(date)), text: ({ date }) => date },
  text('kind', ({ kind }, say) => say(`kind.${kind}`), { place: 'title' }),
  text('number', ({ sequenceId, invoiceId }) => sequenceId ?? invoiceId),
  money('amount', ({ amount, currency }) => ({ amount, currency })),
  money('balance', ({ balance, currency }) => ({ amount: balance, currency }), { place: 'none' }),
  identifier('invoiceId', ({ invoiceId }) => invoiceId, { isExtra: true }),
  identifier('paymentId', ({ paymentId }) => paymentId ?? '', { isExtra: true }),
];
