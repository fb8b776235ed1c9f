import type { InvoiceStatus } from '#areas/invoices/index.ts';
import { type Decimal, decimal, ZERO } from '#core/decimal.ts';
import type { InvoiceDocument, LineItem } from '#core/invoice/index.ts';

/** A draft, or an invoice that a wallet may pay. */
export interface OpenInvoice {
  id: string;
  sequenceId: string | null;
  accountId: string;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  currency: string;
  status: InvoiceStatus;
  totalAmount: Decimal;
  paidAmount: Decimal;
  /** By wallets, while it is a draft. */
  heldAmount: Decimal;
  /** Null for an issued one, whose lines no longer change. */
  document: string | null;
}

/** An invoice with the lines of its document, which is null for an issued one. */
export interface ReadInvoice {
  invoice: OpenInvoice;
  document: Pick<InvoiceDocument, 'revenueInfo' | 'creditUses'> | null;
}

/**
 * Returns the invoices that differ, with both states in wire form. `isNew`: of a credit that exists only in
 * the later state.
 */
export function compareInvoices(
  before: readonly ReadInvoice[],
  after: readonly ReadInvoice[],
  isNew: (creditId: string) => boolean,
) {
  const later = new Map(after.map((read) => [read.invoice.id, read]));
  return before.flatMap((earlier) => {
    const now = later.get(earlier.invoice.id);
    return now ? changesOf(earlier, now, isNew) : [];
  });
}

function changesOf(before: ReadInvoice, after: ReadInvoice, isNew: (creditId: string) => boolean) {
  const [was, is] = [before.invoice, after.invoice];
  const draws = drawsOf(before, after).map(({ creditId, ...draw }) =>
    isNew(creditId) ? draw : { creditId, ...draw },
  );
  const isSame =
    was.status === is.status &&
    was.totalAmount.eq(is.totalAmount) &&
    was.paidAmount.eq(is.paidAmount) &&
    was.heldAmount.eq(is.heldAmount);
  if (isSame && draws.length === 0) return [];
  const { id: invoiceId, sequenceId, accountId, startAt: startDate, endAt: endDate, currency } = was;
  return [
    {
      ...{ invoiceId, accountId, startDate, endDate, currency, draws },
      ...(sequenceId !== null && { sequenceId }),
      ...{ statusBefore: was.status, statusAfter: is.status },
      ...{ totalBefore: was.totalAmount, totalAfter: is.totalAmount },
      ...{ paidBefore: was.paidAmount, paidAfter: is.paidAmount },
      ...{ heldBefore: was.heldAmount, heldAfter: is.heldAmount },
      ...{ amountDueBefore: dueOf(was), amountDueAfter: dueOf(is) },
    },
  ];
}

function dueOf({ totalAmount, paidAmount, heldAmount }: OpenInvoice): Decimal {
  return totalAmount.minus(paidAmount).minus(heldAmount);
}

/** The uses that differ, in the order of the later document; those that end come last. */
function drawsOf(before: ReadInvoice, after: ReadInvoice) {
  const [was, is] = [usesOf(before), usesOf(after)];
  const names = new Map([...namesOf(before), ...namesOf(after)]);
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((key) => {
    const [amountBefore, amountAfter] = [was.get(key) ?? ZERO, is.get(key) ?? ZERO];
    if (amountBefore.eq(amountAfter)) return [];
    const [creditId, lineId] = JSON.parse(key) as [string, string];
    const [purpose, description] = [names.get(creditId) ?? creditId, names.get(lineId) ?? lineId];
    return [{ creditId, purpose, lineId, description, amountBefore, amountAfter }];
  });
}

/** Two cards of one billable are one line for a credit. */
function usesOf({ document }: ReadInvoice): Map<string, Decimal> {
  const uses = new Map<string, Decimal>();
  for (const { creditId, lineId, amount } of document?.creditUses ?? []) {
    const key = JSON.stringify([creditId, lineId]);
    uses.set(key, (uses.get(key) ?? ZERO).plus(decimal(amount)));
  }
  return uses;
}

/** Of lines and credits: a credit is a line of its own, named after its purpose. */
function namesOf({ document }: ReadInvoice): Map<string, string> {
  const names = new Map<string, string>();
  const visit = ({ id, description, lineItems }: LineItem) => {
    if (id !== undefined && !names.has(id)) names.set(id, description);
    for (const line of lineItems) visit(line);
  };
  if (document) visit(document.revenueInfo);
  return names;
}
