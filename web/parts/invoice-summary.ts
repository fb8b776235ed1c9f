import type { InvoiceSummary } from '../api/generated/types.ts';
import type invoices from '../messages/en/invoices.json';
import type { BadgeShape, Tone } from '../ui/badge.tsx';

export type InvoiceStatus = InvoiceSummary['status'];

interface StatusLook {
  tone: Tone;
  shape?: BadgeShape;
  word: keyof typeof invoices;
}

const LOOKS: Record<InvoiceStatus, StatusLook> = {
  DRAFT: { tone: 'neutral', shape: 'dashed', word: 'status.DRAFT' },
  DUE: { tone: 'warn', word: 'status.DUE' },
  PARTIALLY_PAID: { tone: 'warn', shape: 'half', word: 'status.PARTIALLY_PAID' },
  PAID: { tone: 'good', word: 'status.PAID' },
  VOID: { tone: 'neutral', shape: 'struck', word: 'status.VOID' },
  UN_COLLECTIBLE: { tone: 'neutral', shape: 'struck', word: 'status.UN_COLLECTIBLE' },
  REFUND_INITIATED: { tone: 'info', shape: 'outline', word: 'status.REFUND_INITIATED' },
  REFUND_COMPLETED: { tone: 'info', shape: 'outline', word: 'status.REFUND_COMPLETED' },
  MERGED: { tone: 'special', word: 'status.MERGED' },
};

const OPEN: readonly InvoiceStatus[] = ['DUE', 'PARTIALLY_PAID'];

type Payable = Pick<InvoiceSummary, 'status' | 'dueDate'>;

/** A due invoice whose due date has passed is overdue, whatever is left to pay. */
export function statusLook(invoice: Payable, now: string): StatusLook {
  if (isOverdue(invoice, now)) return { tone: 'bad', word: 'status.OVERDUE' };
  return LOOKS[invoice.status];
}

export function isOverdue({ status, dueDate }: Payable, now: string): boolean {
  return OPEN.includes(status) && dueDate !== undefined && dueDate < now;
}

export const INVOICE_STATUSES = Object.keys(LOOKS) as InvoiceStatus[];

export function customerNameOf({ invoiceDetails, customerId }: InvoiceSummary): string {
  return invoiceDetails?.customer?.name ?? customerId ?? '';
}

export function currencyOf({ invoiceDetails }: Pick<InvoiceSummary, 'invoiceDetails'>): string {
  return invoiceDetails?.account?.invoiceCurrency ?? invoiceDetails?.invoiceGroup?.invoiceCurrency ?? 'USD';
}

/** A draft has no number yet: its period names it. */
export function isDraft({ status }: Pick<InvoiceSummary, 'status'>): boolean {
  return status === 'DRAFT';
}
