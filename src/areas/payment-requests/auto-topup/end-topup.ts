import { changeInvoice, findInvoice, type StoredInvoice } from '#areas/invoices/index.ts';
import { storeSetting } from '#areas/settings/index.ts';
import { findAutoTopup } from '#areas/wallets/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { decimalText } from '#core/decimal.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { owedOf } from '../rules.ts';
import { findTopupOfInvoice, type TopupRow, updateTopup } from '../store/topups.ts';

/** The actor of automatic changes in the audit log. */
const BY = 'payment_provider';

/**
 * Ends an automatic top-up when its order is paid or given up, so that the wallet may order again. Returns
 * whether the invoice is such an order.
 */
export async function endTopup(context: ScheduledWorkContext, invoice: StoredInvoice): Promise<boolean> {
  const { tx, org, now } = context;
  const topup = await findTopupOfInvoice(tx, org, invoice.id);
  if (topup?.status !== 'PENDING' || owedOf(invoice).gt(0)) return topup !== null;
  const status = invoice.status === 'PAID' ? 'SUCCEEDED' : 'FAILED';
  await updateTopup(tx, org, { id: topup.id, now, set: { status } });
  return true;
}

/**
 * Handles an automatic top-up that the provider did not collect. After the last attempt the order is voided,
 * and automatic top-up stays off until a user enables it again (`money-platform.md` 14.4).
 */
export async function failTopup(
  context: ScheduledWorkContext,
  { topup, isLast }: { topup: TopupRow; isLast: boolean },
): Promise<void> {
  const { tx, org, now } = context;
  const { id, accountId, invoiceId } = topup;
  publishEvent(tx, org, { type: 'wallet.topup_failed', id: accountId, now });
  if (!isLast) return;
  await switchOff(context, accountId);
  await updateTopup(tx, org, { id, now, set: { status: 'FAILED' } });
  // A partial payment stays, for the operator to decide.
  if (invoiceId !== null) await voidUnpaid(context, invoiceId);
}

async function voidUnpaid(context: ScheduledWorkContext, id: string): Promise<void> {
  const order = await findInvoice(context.tx, context.org, id);
  if (order?.status === 'DUE') await changeInvoice(context, { id, status: 'VOID', by: BY });
}

async function switchOff({ tx, org, now }: ScheduledWorkContext, accountId: string): Promise<void> {
  const terms = await findAutoTopup(tx, org, accountId);
  if (!terms) return;
  const { threshold, topupAmount, ...limits } = terms;
  const amounts = { threshold: decimalText(threshold), topupAmount: decimalText(topupAmount) };
  await storeSetting(tx, org, {
    ...{ entityType: 'ACCOUNT', entityId: accountId, now },
    setting: {
      ...{ id: 'WALLET_AUTO_TOPUP', namespace: 'PLATFORM', name: 'Automatic top-up', dataType: 'JSON' },
      value: JSON.stringify({ enabled: false, ...amounts, ...limits }),
    },
  });
}
