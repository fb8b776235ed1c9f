import { Decimal, decimal, ZERO } from '#core/decimal.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { type AllocationRow, listAllocations } from '../store/allocations.ts';
import { type FamilyMember, listFamilies } from '../store/families.ts';
import { sumSettledMoney } from '../store/give-backs.ts';
import type { StoredInvoice } from '../store/invoices.ts';

/**
 * What a refund gives back of all that an invoice was paid with: what it and those that adjust it were paid,
 * less what any of them gave back already, to the wallet or by hand,
 * and what settlements granted as credits. 0 or more, in its currency.
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

/** Less than nothing where a document gives something back. */
function receivedWith({ totalAmount, paidAmount, refundedAmount, mergedInto }: FamilyMember): Decimal {
  if (totalAmount.isNegative() || mergedInto !== null) return totalAmount;
  return paidAmount.minus(refundedAmount);
}

/** What paid for an invoice, less what credit notes gave back of it, the oldest first. */
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

/** The allocations that a refund takes back, the last first, down to what is left to refund. */
export function refundedParts(allocations: readonly AllocationRow[], left: Decimal): AllocationRow[] {
  let rest = left;
  return allocations.toReversed().flatMap((part) => {
    const amount = Decimal.min(part.amount, rest);
    rest = rest.minus(amount);
    return amount.isZero() ? [] : [{ ...part, amount }];
  });
}

/**
 * The documents that share the credits of an account's invoice, by their ids: itself, unless it is void, and
 * those that adjust it.
 */
export async function readFamily(
  { tx, org }: Pick<ScheduledWorkContext, 'tx' | 'org'>,
  invoiceId: string,
): Promise<string[]> {
  return (await listFamilies(tx, org, invoiceId)).map(({ id }) => id);
}
