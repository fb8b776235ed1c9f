import { changeInvoice, findInvoice, type StoredInvoice } from '#areas/invoices/index.ts';
import { storeSetting } from '#areas/settings/index.ts';
import { findAutoTopup } from '#areas/wallets/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { decimalText } from '#core/decimal.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { owedOf } from '../rules.ts';
import { findTopupOfInvoice, type TopupRow, updateTopup } from '../store/topups.ts';

/** For the audit trail of what the service decides itself. */
const BY = 'payment_provider';

/**
 * The order by which a wallet fills itself is paid or given up: the wallet may order again. Says whether the
 * invoice is such an order.
 */
export async function followTopup(context: ScheduledWorkContext, invoice: StoredInvoice): Promise<boolean> {
  const { tx, org, now } = context;
  const topup = await findTopupOfInvoice(tx, org, invoice.id);
  if (topup?.status !== 'PENDING' || owedOf(invoice).gt(0)) return topup !== null;
  const status = invoice.status === 'PAID' ? 'SUCCEEDED' : 'FAILED';
  await updateTopup(tx, org, { id: topup.id, now, set: { status } });
  return true;
}

/**
 * The provider did not collect what a wallet ordered. After the last try the order is void, and the wallet
 * fills itself no more until somebody switches it on again (`money-platform.md` 14.4).
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
  // What was paid of it in part stays, for the operator to decide.
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
