import type { OpenInvoice, Receivable, ReceivableTotal } from '../../../api/generated/types.ts';
import { isZero } from '../../../format/decimals.ts';
import { formatMoneyWithCode } from '../../../format/money.ts';
import { explained } from '../../../parts/balances/linked-columns.tsx';
import { type Column, identifier, money, status, text, time } from '../../../ui/data-table/columns.tsx';
import { looksOf } from '../../../ui/look.ts';

type Age = OpenInvoice['age'];

export const ageLook = looksOf<Age>({
  CURRENT: { tone: 'neutral' },
  DAYS_1_TO_30: { tone: 'warn' },
  DAYS_31_TO_60: { tone: 'warn', shape: 'half' },
  DAYS_61_TO_90: { tone: 'bad', shape: 'half' },
  OVER_90_DAYS: { tone: 'bad' },
});

export const receivableState = looksOf<'OVERDUE' | 'CURRENT' | 'NOTHING_OPEN'>({
  OVERDUE: { tone: 'bad' },
  CURRENT: { tone: 'neutral' },
  NOTHING_OPEN: { tone: 'good' },
});

type Amount = Exclude<keyof ReceivableTotal, 'currency' | 'debtors' | 'openInvoices'>;

function amount(id: string, member: Amount, more?: Parameters<typeof money>[2]): Column<Receivable> {
  const read = (row: Receivable) => ({ amount: row[member], currency: row.currency });
  return money(id, read, { place: 'none', ...more });
}

/** Beside the state on a narrow screen, which has no room for the columns of ages. */
const overdueLine: Column<Receivable> = text(
  'overdueLine',
  ({ overdueAmount, currency }, say) =>
    isZero(overdueAmount) ? '' : `${formatMoneyWithCode(overdueAmount, currency)} ${say('overdueOf')}`,
  { isExtra: true, isInLines: true },
);

export const receivableColumns: readonly Column<Receivable>[] = [
  text('debtor', ({ debtorName }) => debtorName, { place: 'title', sort: 'name' }),
  amount('current', 'current'),
  amount('days1To30', 'days1To30'),
  amount('days31To60', 'days31To60'),
  amount('days61To90', 'days61To90'),
  amount('over90Days', 'over90Days', { sort: 'over_90_days' }),
  amount('outstanding', 'outstandingAmount', { place: 'amount', sort: 'outstanding' }),
  amount('unapplied', 'unappliedAmount', { sort: 'unapplied' }),
  amount('overdue', 'overdueAmount', { isExtra: true, sort: 'overdue' }),
  text('currency', ({ currency }) => currency, { isExtra: true, place: 'none' }),
  time('oldestDueDate', ({ oldestDueDate }) => oldestDueDate, { isExtra: true, place: 'none' }),
  overdueLine,
  status('state', (row) => receivableState.look(stateOf(row)), { isExtra: true, isInLines: true }),
  identifier('id', ({ debtorId }) => debtorId, { isExtra: true }),
];

/** By currency, below the columns of their rows. */
export const ageingColumns = receivableColumns
  .map((column) =>
    column.id === 'debtor'
      ? text<Receivable>('currency', ({ currency }) => currency, { place: 'title' })
      : column,
  )
  .filter(({ id, isExtra }) => !(isExtra && (id === 'currency' || id === 'id')));

function stateOf({ overdueAmount, openInvoices }: Receivable): 'OVERDUE' | 'CURRENT' | 'NOTHING_OPEN' {
  if (openInvoices === 0) return 'NOTHING_OPEN';
  return isZero(overdueAmount) ? 'CURRENT' : 'OVERDUE';
}

/** The totals as rows of the same table. */
export function totalRows(totals: readonly ReceivableTotal[]): Receivable[] {
  return totals.map(({ debtors: _, ...sums }) => ({
    ...sums,
    ...{ id: `total ${sums.currency}`, debtorType: 'CUSTOMER', debtorId: '', debtorName: sums.currency },
  }));
}

export const openInvoiceColumns: readonly Column<OpenInvoice>[] = [
  text('number', ({ sequenceId, id }) => sequenceId ?? id, { place: 'title' }),
  text('account', ({ accountName, invoiceGroupName }) => accountName ?? invoiceGroupName),
  time('invoiceDate', ({ invoiceDate }) => invoiceDate, { place: 'none' }),
  time('dueDate', ({ dueDate }) => dueDate, { sort: 'due_date' }),
  status('age', ({ age }) => ageLook.look(age)),
  explained('total', ({ id, totalAmount, currency }) => ({ invoiceId: id, amount: totalAmount, currency }), {
    place: 'none',
  }),
  explained('outstanding', outstandingOf, { sort: 'outstanding' }),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

function outstandingOf({ id, outstandingAmount, currency }: OpenInvoice) {
  return { invoiceId: id, amount: outstandingAmount, currency };
}
