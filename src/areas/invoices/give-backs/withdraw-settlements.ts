import { findCreditsByKey, lockCredits, planCreditsChanged, voidCredit } from '#areas/credits/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { chargeTakenOver, settledCreditSpent } from '../problems.ts';
import { findTakenOver } from '../store/advance-charges.ts';
import { listSettlementRows, withdrawGiveBacks } from '../store/give-backs.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { dropLinesOnTop } from './drop-lines-on-top.ts';
import { recordRest } from './record-give-back.ts';

/**
 * Withdraws the credits that settlements granted for an invoice that becomes void, because its charges
 * become void too. Does not withdraw a charge that another schedule has taken over. Requires that the caller
 * has locked the account and the invoice; invoices voided `together` with this one in one composite count as
 * void. Raises `chargeTakenOver`, `chargeAddedTo` and `settledCreditSpent`.
 */
export async function withdrawSettlements(
  context: ScheduledWorkContext,
  invoice: InvoiceRow,
  together: string | null = null,
): Promise<void> {
  const { tx, org, now } = context;
  const { id, accountId } = invoice;
  const scheduleId = await findTakenOver(tx, org, invoice);
  if (scheduleId !== null) throw chargeTakenOver({ id, scheduleId });
  await dropLinesOnTop(context, invoice, together);
  const settled = await listSettlementRows(tx, org, id);
  const names = [...new Set(settled.map(({ key }) => key))];
  const keys = names.map((idempotencyKey) => ({ accountId, idempotencyKey }));
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
