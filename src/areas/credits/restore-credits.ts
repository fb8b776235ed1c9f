import { getOrganization } from '#areas/organizations/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { type Decimal, ZERO } from '#core/decimal.ts';
import { localDate } from '#core/period-zone.ts';
import { type LedgerContext, planCreditsChanged } from './plan-changes.ts';
import { type CreditRow, lockCredits, settleCredit } from './store/credits.ts';
import { insertTransactions, listUnrestored } from './store/ledger.ts';

/**
 * Gives back what an invoice took, to the same credits, once. What goes to a credit that is over or void is
 * gone in the same moment: its transactions show both (`money-platform.md` 13.6). Of an invoice that others
 * adjust, `family` names it and those others: what they gave back already is not given back again.
 */
export async function restoreCredits(
  context: LedgerContext,
  { invoiceId, family = [invoiceId] }: { invoiceId: string; family?: readonly string[] },
): Promise<void> {
  const { tx, org, now } = context;
  const { timezone } = await getOrganization(tx, org);
  const today = localDate(now, timezone);
  const taken = { invoiceId, family };
  const unlocked = await listUnrestored(tx, org, taken);
  const credits = await lockCredits(
    tx,
    org,
    unlocked.map(({ creditId }) => creditId),
  );
  // Read again under the locks: somebody else may have restored the invoice meanwhile.
  const amounts = new Map(
    (await listUnrestored(tx, org, taken)).map(({ creditId, amount }) => [creditId, amount]),
  );
  for (const credit of credits) {
    const amount = amounts.get(credit.id);
    if (amount) await restore(context, { credit, amount, invoiceId, today });
  }
  await planCreditsChanged(
    context,
    credits.map(({ accountId }) => accountId),
  );
}

/**
 * Gives back a part of what invoices took, with the document that says so. Amounts by the ids of credits,
 * each greater than 0; what goes to a credit that is over or void is gone in the same moment. A settlement
 * says its key, as another one may give back another part of what the same invoice took.
 */
export async function giveBackCredits(
  context: LedgerContext,
  given: { invoiceId: string; amounts: ReadonlyMap<string, Decimal>; settlementKey?: string },
): Promise<void> {
  const { tx, org, now } = context;
  const { invoiceId, amounts, settlementKey = null } = given;
  if (amounts.size === 0) return;
  const { timezone } = await getOrganization(tx, org);
  const today = localDate(now, timezone);
  const credits = await lockCredits(tx, org, [...amounts.keys()]);
  for (const credit of credits) {
    const amount = amounts.get(credit.id);
    if (amount) await restore(context, { credit, amount, invoiceId, settlementKey, today });
  }
  await planCreditsChanged(
    context,
    credits.map(({ accountId }) => accountId),
  );
}

async function restore(
  { tx, org, now }: LedgerContext,
  given: {
    credit: CreditRow;
    amount: Decimal;
    invoiceId: string;
    settlementKey?: string | null;
    today: Temporal.PlainDate;
  },
): Promise<void> {
  const { credit, amount, invoiceId, settlementKey = null } = given;
  const status = statusAfter(credit, given.today);
  const transaction = { creditId: credit.id, invoiceId, settlementKey, amount };
  const forfeited = status === 'ACTIVE' ? ZERO : amount;
  await settleCredit(tx, org, { id: credit.id, consumed: amount.negated(), forfeited, status, now });
  if (status === 'EXPIRED' && credit.status !== status)
    publishEvent(tx, org, {
      type: 'credit.expired',
      id: credit.id,
      now,
      previous: { status: credit.status },
    });
  await insertTransactions(tx, org, {
    transactions: [
      { ...transaction, transactionType: 'CREDITED' },
      ...(status === 'ACTIVE' ? [] : [{ ...transaction, transactionType: status }]),
    ],
    now,
  });
}

function statusAfter(
  { status, effectiveUntil }: CreditRow,
  today: Temporal.PlainDate,
): 'ACTIVE' | 'EXPIRED' | 'VOIDED' {
  if (status !== 'CONSUMED') return status;
  const isOver = effectiveUntil !== null && Temporal.PlainDate.compare(effectiveUntil, today) < 0;
  return isOver ? 'EXPIRED' : 'ACTIVE';
}
