import { isBefore } from '#core/instants.ts';
import type { CustomEdits } from '../custom/edit-custom.ts';
import { compositeNotOver, customNotOver, draftNotOver, draftNotPast, statusRefused } from '../problems.ts';
import type { REQUESTED_STATUSES } from '../schema.ts';
import type { StoredInvoice } from '../store/invoices.ts';

export type RequestedStatus = (typeof REQUESTED_STATUSES)[number];

/** The changes that a caller may request; absent members stay unchanged. */
export interface InvoiceChange {
  id: string;
  status?: RequestedStatus | undefined;
  autoAdvance?: boolean | undefined;
  /** Of a refund that the change starts. */
  refundReason?: string | undefined;
  /** Id of the credential. */
  by: string;
  /** Edits that only manual invoices allow. */
  edits?: CustomEdits;
}

/** The allowed transition for a change of status. */
export type StatusMove =
  | 'STAY'
  | 'ISSUE'
  | 'PAY'
  | 'END_ORDER'
  | 'VOID'
  | 'GIVE_UP'
  | 'START_REFUND'
  | 'END_REFUND';

type Facts = Pick<
  StoredInvoice,
  'id' | 'invoiceClass' | 'invoiceType' | 'status' | 'invoiceDate' | 'heldSince' | 'endAt' | 'paidAmount'
>;

/** The state machine of `money-platform.md` 10.4. Raises the problem if a change is rejected. */
export function decideMove(invoice: Facts, to: RequestedStatus, now: Temporal.Instant): StatusMove {
  const { status: from } = invoice;
  if (from === to) return 'STAY';
  if (invoice.invoiceClass === 'ORDER') return decideOrder(invoice, to);
  switch (to) {
    case 'DUE':
      return decideIssue(invoice, now);
    case 'PAID':
      if (isOwed(from) || from === 'UN_COLLECTIBLE') return 'PAY';
      throw statusRefused({ from, to });
    case 'VOID':
      return decideVoid(invoice, now);
    case 'UN_COLLECTIBLE':
      if (isOwed(from)) return 'GIVE_UP';
      throw statusRefused({ from, to });
    case 'REFUND_INITIATED':
      if ((from === 'PAID' || from === 'PARTIALLY_PAID') && invoice.paidAmount.gt(0)) return 'START_REFUND';
      throw statusRefused({ from, to });
    case 'REFUND_COMPLETED':
      if (from === 'REFUND_INITIATED') return 'END_REFUND';
      throw statusRefused({ from, to });
    default:
      return to satisfies never;
  }
}

/**
 * The end of an order is final, because nothing was granted. A partially paid order must be paid in full, or
 * its payments reversed first.
 */
function decideOrder({ status: from }: Facts, to: RequestedStatus): StatusMove {
  if (to === 'PAID' && isOwed(from)) return 'PAY';
  const isEnd = to === 'VOID' || to === 'UN_COLLECTIBLE';
  if (isEnd && from === 'DUE') return 'END_ORDER';
  throw statusRefused({ from, to });
}

/**
 * Events of a cycle count until its grace period is over, so its total is unknown before. A draft that was
 * held back is past it, whenever it is retried.
 */
function decideIssue(invoice: Facts, now: Temporal.Instant): StatusMove {
  const { id, status: from, invoiceType, invoiceDate, heldSince, endAt } = invoice;
  if (from !== 'DRAFT') throw statusRefused({ from, to: 'DUE' });
  if (invoiceType === 'CUSTOM') {
    // A draft that was held back was due already, such as a credit note of a running cycle.
    if (heldSince === null && isBefore(now, endAt)) throw customNotOver({ endAt, now });
    return 'ISSUE';
  }
  if (invoiceType === 'COMPOSITE' && isBefore(now, endAt)) throw compositeNotOver({ id, endAt });
  const isPast = heldSince !== null || !isBefore(now, invoiceDate);
  if (invoiceType !== 'COMPOSITE' && !isPast) throw draftNotPast({ id, invoiceDate });
  return 'ISSUE';
}

/** The next change of the timeline would recreate the draft of a running cycle. */
function decideVoid(invoice: Facts, now: Temporal.Instant): StatusMove {
  const { id, status: from, invoiceType, endAt, paidAmount } = invoice;
  const isCycle = invoiceType === 'STANDARD' || invoiceType === 'STANDARD_ADVANCED';
  if (from === 'DRAFT' && isCycle && isBefore(now, endAt)) throw draftNotOver({ id, endAt });
  if (from === 'DRAFT') return 'VOID';
  if ((from === 'DUE' || from === 'UN_COLLECTIBLE') && paidAmount.isZero()) return 'VOID';
  throw statusRefused({ from, to: 'VOID' });
}

function isOwed(status: StoredInvoice['status']): boolean {
  return status === 'DUE' || status === 'PARTIALLY_PAID';
}
