import { getOrganization } from '#areas/organizations/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { type Decimal, ZERO } from '#core/decimal.ts';
import { localDate } from '#core/period-zone.ts';
import { type LedgerContext, planCreditsChanged } from './plan-changes.ts';
import { type CreditRow, lockCredits, settleCredit } from './store/credits.ts';
import { insertTransactions, listUnrestored } from './store/ledger.ts';

/**
 * Restores the credits that an invoice took, once. An amount for an expired or void credit is forfeited at
 * once, and its transactions show both (`money-platform.md` 13.6). For an invoice with adjustments, `family`
 * lists it and them: what they already restored is not restored again.
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
  // Read again under the locks, because a concurrent call may have restored the invoice.
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
 * Restores a part of the credits that invoices took, with the document that causes it. Amounts by credit id,
 * each greater than 0; an amount for an expired or void credit is forfeited at once. A settlement passes its
 * key, because several may restore parts for the same invoice.
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
