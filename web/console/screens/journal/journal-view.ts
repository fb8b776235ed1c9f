import type { Journal, JournalLine } from '../../../api/generated/types.ts';
import { isZero, subtract } from '../../../format/decimals.ts';
import { formatDay } from '../../../format/time.ts';
import { type Column, identifier, moment, money, text } from '../../../ui/data-table/columns.tsx';
import { ledgerName, type SayLedger } from './ledger-names.ts';

export type JournalRow = Journal['rows'][number];

interface Booked {
  date: string;
  currency: string;
  number: string;
  name: string;
  debit: string;
  credit: string;
}

function day<Row extends Booked>(): Column<Row> {
  return { ...text<Row>('date', ({ date }) => formatDay(date)), text: ({ date }) => date };
}

/** One amount in place of two columns, on a screen too narrow for them. */
function balance<Row extends Booked>(): Column<Row> {
  const read = ({ debit, credit, currency }: Row) => ({ amount: subtract(debit, credit), currency });
  return money<Row>('balance', read, { isExtra: true, isInLines: true });
}

/** A line has one side: the other is a dash, and 0 in the file. */
function side<Row extends Booked>(id: 'debit' | 'credit'): Column<Row> {
  const read = (row: Row) => ({ amount: isZero(row[id]) ? null : row[id], currency: row.currency });
  return { ...money<Row>(id, read, { place: 'none' }), text: (row) => row[id] };
}

export const dayColumns: readonly Column<JournalRow>[] = [
  day(),
  text('number', ({ number }) => number),
  text('name', (row, say) => ledgerName(row, say as SayLedger), { place: 'title' }),
  text('currency', ({ currency }) => currency, { place: 'none', isExtra: true }),
  side('debit'),
  side('credit'),
  balance(),
  { ...text('lines', ({ lines }) => String(lines), { place: 'none' }), isNumber: true },
];

export const lineColumns: readonly Column<JournalLine>[] = [
  day(),
  text('kind', ({ kind }, say) => say(`kind.${kind}`)),
  text('number', ({ number }) => number, { place: 'none' }),
  text('name', (row, say) => ledgerName(row, say as SayLedger), { place: 'title' }),
  side('debit'),
  side('credit'),
  balance(),
  text('sequenceId', ({ sequenceId }) => sequenceId, { place: 'none' }),
  text('accountName', ({ accountName }) => accountName, { place: 'none', isExtra: true }),
  text('currency', ({ currency }) => currency, { place: 'none', isExtra: true }),
  moment('bookedAt', ({ bookedAt }) => bookedAt, { place: 'none', isExtra: true }),
  identifier('entryId', ({ entryId }) => entryId, { isExtra: true }),
  identifier('invoiceId', ({ invoiceId }) => invoiceId ?? '', { isExtra: true }),
  identifier('paymentId', ({ paymentId }) => paymentId ?? '', { isExtra: true }),
];

/** The record that caused an entry. */
export function recordOf({ invoiceId, paymentId, creditId, accountId, kind }: JournalLine): string[] {
  const isPayment = kind === 'PAYMENT' || kind === 'PAYMENT_REVERSED';
  if (isPayment && paymentId) return ['payments', paymentId];
  if (invoiceId) return ['invoices', invoiceId];
  if (creditId) return ['credits', creditId];
  return accountId ? ['accounts', accountId] : ['journal'];
}
