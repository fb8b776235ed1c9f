import type { PaymentRequest } from '../../../api/generated/types.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { type Column, identifier, money, status, text, time } from '../../../ui/data-table/columns.tsx';
import { callStatus, reasonOf, requestStatus } from './provider-view.ts';

export const requestColumns: readonly Column<PaymentRequest>[] = [
  text('account', ({ accountId }) => accountId, { place: 'title' }),
  money('amount', ({ amount, currency }) => ({ amount: String(amount), currency })),
  status('status', ({ status: state }) => requestStatus.look(state)),
  status('call', ({ call }) => callStatus.look(call), { place: 'none' }),
  text('reason', reasonOf),
  text('attempt', ({ attempt }) => String(attempt), { isNumber: true, place: 'none', isExtra: true }),
  text('provider', ({ provider }) => provider, { place: 'none', isExtra: true }),
  time('retryAt', ({ retryAt }) => retryAt, { place: 'none' }),
  time('createdAt', ({ createdAt }) => createdAt),
  identifier('invoice', ({ invoiceId }) => invoiceId, { isExtra: true }),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

/** A request leads to its invoice. */
export function useRequestLink() {
  return useRecordLink(pathOf);
}

function pathOf({ invoiceId }: PaymentRequest): string {
  return recordPath('invoices', invoiceId);
}
