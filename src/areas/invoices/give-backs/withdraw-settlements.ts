import { findCreditsByKey, lockCredits, planCreditsChanged, voidCredit } from '#areas/credits/index.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { settledCreditSpent } from '../problems.ts';
import { listSettlementRows, withdrawGiveBacks } from '../store/give-backs.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { recordRest } from './record-give-back.ts';

/**
 * An invoice becomes void, and with it all that it charged: credits that settlements granted for it are
 * withdrawn. The caller has locked the account and the invoice. Raises `settledCreditSpent`.
 */
export async function withdrawSettlements(context: DueWorkContext, invoice: InvoiceRow): Promise<void> {
  const { tx, org, now } = context;
  const { id, accountId } = invoice;
  const settled = await listSettlementRows(tx, org, id);
  const keys = settled.map(({ key: idempotencyKey }) => ({ accountId, idempotencyKey }));
  const found = keys.length === 0 ? [] : await findCreditsByKey(tx, org, keys);
  const credits = await lockCredits(
    tx,
    org,
    found.map(({ id: creditId }) => creditId),
  );
  const spent = credits.find(({ consumedAmount }) => consumedAmount.gt(0));
  if (spent) throw settledCreditSpent({ id, creditId: spent.id });
  for (const credit of credits) await voidCredit(context, credit);
  if (credits.length > 0) await planCreditsChanged(context, [accountId]);
  await withdrawGiveBacks(tx, org, { of: { settlementsOf: id }, now });
  await recordRest(context, invoice, 'VOID');
}
