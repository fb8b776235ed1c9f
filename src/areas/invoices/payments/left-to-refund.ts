import { Decimal, decimal, ZERO } from '#core/decimal.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { type AllocationRow, listAllocations } from '../store/allocations.ts';
import { type FamilyMember, listFamilies } from '../store/families.ts';
import { sumSettledMoney } from '../store/give-backs.ts';
import type { StoredInvoice } from '../store/invoices.ts';

/**
 * Returns the refundable amount of an invoice: the payments of it and its adjustments, less what any of them
 * already returned to the wallet or manually, and less what settlements granted as credits. 0 or more, in
 * its currency.
 */
export async function readLeftToRefund(
  { tx, org }: Pick<ScheduledWorkContext, 'tx' | 'org'>,
  { id, paidAmount }: Pick<StoredInvoice, 'id' | 'paidAmount'>,
): Promise<Decimal> {
  const family = await listFamilies(tx, org, id);
  const others = family.filter((member) => member.id !== id && member.mergedInto !== id);
  const settled = await sumSettledMoney(tx, org, id);
  const left = others.reduce((sum, other) => sum.plus(receivedWith(other)), paidAmount.minus(settled));
  return Decimal.max(ZERO, Decimal.min(paidAmount, left));
}

/** Returns less than 0 if the document is a credit. */
function receivedWith({ totalAmount, paidAmount, refundedAmount, mergedInto }: FamilyMember): Decimal {
  if (totalAmount.isNegative() || mergedInto !== null) return totalAmount;
  return paidAmount.minus(refundedAmount);
}

/** Lists the payments of an invoice, less the refunds by credit notes, oldest first. */
export async function listRefundable(
  context: Pick<ScheduledWorkContext, 'tx' | 'org'>,
  invoiceId: string,
): Promise<AllocationRow[]> {
  const { tx, org } = context;
  const allocations = await listAllocations(tx, org, invoiceId);
  const given = (await listFamilies(tx, org, invoiceId)).flatMap(({ refundParts }) => refundParts ?? []);
  return allocations.map((allocation) => {
    const parts = given.filter(({ allocationId }) => allocationId === allocation.id);
    return {
      ...allocation,
      amount: parts.reduce((rest, { amount }) => rest.minus(decimal(amount)), allocation.amount),
    };
  });
}

/** Returns the allocations that a refund reverses, newest first, up to the refundable amount. */
export function refundedParts(allocations: readonly AllocationRow[], left: Decimal): AllocationRow[] {
  let rest = left;
  return allocations.toReversed().flatMap((part) => {
    const amount = Decimal.min(part.amount, rest);
    rest = rest.minus(amount);
    return amount.isZero() ? [] : [{ ...part, amount }];
  });
}

/**
 * Returns, by id, the documents that share the credits of an account's invoice: itself unless void, and its
 * adjustments.
 */
export async function readFamily(
  { tx, org }: Pick<ScheduledWorkContext, 'tx' | 'org'>,
  invoiceId: string,
): Promise<string[]> {
  return (await listFamilies(tx, org, invoiceId)).map(({ id }) => id);
}
