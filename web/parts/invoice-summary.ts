import type { InvoiceSummary } from '../api/generated/types.ts';
import { looksOf } from '../ui/look.ts';

export type InvoiceStatus = InvoiceSummary['status'];

export const invoiceStatus = looksOf<InvoiceStatus | 'OVERDUE'>({
  DRAFT: { tone: 'neutral', shape: 'dashed' },
  DUE: { tone: 'warn' },
  OVERDUE: { tone: 'bad' },
  PARTIALLY_PAID: { tone: 'warn', shape: 'half' },
  PAID: { tone: 'good' },
  VOID: { tone: 'neutral', shape: 'struck' },
  UN_COLLECTIBLE: { tone: 'neutral', shape: 'struck' },
  REFUND_INITIATED: { tone: 'info', shape: 'outline' },
  REFUND_COMPLETED: { tone: 'info', shape: 'outline' },
  MERGED: { tone: 'special' },
});

const OPEN: readonly InvoiceStatus[] = ['DUE', 'PARTIALLY_PAID'];

type Payable = Pick<InvoiceSummary, 'status' | 'dueDate'>;

/** A due invoice whose due date has passed is overdue, whatever is left to pay. */
export function invoiceLook(invoice: Payable, now: string) {
  return invoiceStatus.look(isOverdue(invoice, now) ? 'OVERDUE' : invoice.status);
}

export function isPayable({ status }: Pick<Payable, 'status'>): boolean {
  return OPEN.includes(status);
}

export function isOverdue({ status, dueDate }: Payable, now: string): boolean {
  return isPayable({ status }) && dueDate !== undefined && dueDate < now;
}

/** The service filters by what is stored. */
export function isStored(status: InvoiceStatus | 'OVERDUE'): status is InvoiceStatus {
  return status !== 'OVERDUE';
}

export function customerNameOf({ invoiceDetails, customerId }: InvoiceSummary): string {
  return invoiceDetails?.customer?.name ?? customerId ?? '';
}

export function currencyOf({ invoiceDetails }: Pick<InvoiceSummary, 'invoiceDetails'>): string | undefined {
  return invoiceDetails?.account?.invoiceCurrency ?? invoiceDetails?.invoiceGroup?.invoiceCurrency;
}

/** A draft has no number yet: its period names it. */
export function isDraft({ status }: Pick<InvoiceSummary, 'status'>): boolean {
  return status === 'DRAFT';
}
