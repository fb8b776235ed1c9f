import type { Client, Reply } from './running-app.ts';

/** Helpers for scenarios with receivables. */

/** Issues a manual invoice at the present of the clock. */
export function owe(
  client: Client,
  accountId: string,
  terms: { amount: number; ownerType?: 'ACCOUNT' | 'INVOICE_GROUP' },
): Promise<Reply['body']> {
  const { amount, ownerType = 'ACCOUNT' } = terms;
  return client.must.post('/invoices', {
    ...{ accountId, ownerType, status: 'DUE' },
    ...{ startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
    lineItems: [{ id: 'work', description: 'Work', value: amount }],
  });
}

export interface Receivable {
  debtorId: string;
  debtorName: string;
  currency: string;
  current: number;
  days1To30: number;
  days31To60: number;
  days61To90: number;
  over90Days: number;
  overdueAmount: number;
  outstandingAmount: number;
  unappliedAmount: number;
  openInvoices: number;
}

/** `USD customer-a1: 7 | 40.05 | 50 | 49.9 | 80 = 226.95, 219.95 overdue, 0 unapplied`. */
export function ageingOf(row: Receivable): string {
  const { current, days1To30, days31To60, days61To90, over90Days } = row;
  const ages = [current, days1To30, days31To60, days61To90, over90Days].join(' | ');
  return (
    `${row.currency} ${row.debtorId ?? 'total'}: ${ages} = ${row.outstandingAmount}, ` +
    `${row.overdueAmount} overdue, ${row.unappliedAmount} unapplied`
  );
}
