import { publishEvent } from '#areas/webhooks/index.ts';
import { type Decimal, decimalText } from '#core/decimal.ts';
import { type LedgerContext, planCreditsChanged } from './plan-changes.ts';
import { creditOverdrawn } from './problems.ts';
import { remainingOf, sumBy } from './rules.ts';
import { type CreditRow, lockCredits, settleCredit } from './store/credits.ts';
import { deleteHoldsOfCredits, deleteHoldsOfInvoice } from './store/holds.ts';
import { type CreditUse, insertTransactions, insertUses } from './store/ledger.ts';

/** The credits that an invoice consumes. */
export interface Consumption {
  accountId: string;
  invoiceId: string;
  uses: readonly CreditUse[];
}

interface Taken {
  credit: CreditRow;
  amount: Decimal;
  left: Decimal;
}

/**
 * Finalizes the use of credits: drops the holds of the invoice and consumes what it uses. Raises
 * `creditOverdrawn` if a credit has less left than the invoice was computed with. Locks the credits, so that
 * the second of two invoices computed from one state is rejected.
 */
export async function consumeCredits(context: LedgerContext, consumption: Consumption): Promise<void> {
  const { tx, org, now } = context;
  const { invoiceId } = consumption;
  const uses = mergeUses(consumption.uses);
  const taken = await lockTaken(context, { ...consumption, uses });
  await deleteHoldsOfInvoice(tx, org, invoiceId);
  await makeRoom(context, consumption.accountId, taken);
  for (const { credit, amount, left } of taken) {
    const status = left.isZero() ? 'CONSUMED' : 'ACTIVE';
    await settleCredit(tx, org, { id: credit.id, consumed: amount, status, now });
    publishEvent(tx, org, { type: 'credit.consumed', id: credit.id, now, previous: { status: 'ACTIVE' } });
  }
  const transactions = taken.map(({ credit, amount }) => {
    return { creditId: credit.id, transactionType: 'DEBITED', invoiceId, amount } as const;
  });
  await insertTransactions(tx, org, { transactions, now });
  await insertUses(tx, org, { invoiceId, uses, now });
}

/** A credit treats two cards of one billable as one line. */
function mergeUses(uses: readonly CreditUse[]): CreditUse[] {
  const sums = sumBy(uses, ({ creditId, lineId }) => JSON.stringify([creditId, lineId]));
  return [...sums].flatMap(([key, amount]) => {
    const [creditId, lineId] = JSON.parse(key) as [string, string];
    return amount.isZero() ? [] : [{ creditId, lineId, amount }];
  });
}

async function lockTaken(
  { tx, org }: LedgerContext,
  { accountId, uses }: Pick<Consumption, 'accountId' | 'uses'>,
): Promise<Taken[]> {
  const amounts = sumBy(uses, ({ creditId }) => creditId);
  const credits = await lockCredits(tx, org, [...amounts.keys()]);
  const byId = new Map(credits.map((credit) => [credit.id, credit]));
  return [...amounts].map(([id, amount]) => {
    const credit = byId.get(id);
    if (credit?.accountId !== accountId) throw creditOverdrawn({ id, remaining: 'nothing' });
    const remaining = remainingOf(credit);
    if (remaining.lt(amount)) throw creditOverdrawn({ id, remaining: decimalText(remaining) });
    return { credit, amount, left: remaining.minus(amount) };
  });
}

/**
 * Finalized use takes precedence over holds (`money-platform.md` 13.5): other drafts lose their holds on a
 * credit that no longer covers them, and are recomputed.
 */
async function makeRoom(context: LedgerContext, accountId: string, taken: readonly Taken[]): Promise<void> {
  const { tx, org } = context;
  const left = new Map(taken.map((each) => [each.credit.id, each.left]));
  const credits = await lockCredits(tx, org, [...left.keys()]);
  const short = credits.filter(({ id, holdAmount }) => left.get(id)?.lt(holdAmount)).map(({ id }) => id);
  if (short.length === 0) return;
  await deleteHoldsOfCredits(tx, org, short);
  await planCreditsChanged(context, [accountId]);
}
