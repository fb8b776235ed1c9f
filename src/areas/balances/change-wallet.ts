import type { Static } from 'typebox';
import { lockAccount } from '#areas/accounts/index.ts';
import { type CreditRow, findCredit } from '#areas/credits/index.ts';
import { allocateWallet } from '#areas/invoices/index.ts';
import { convertWallet } from '#areas/payments/index.ts';
import { changeOnRequest, topUpOnRequest } from '#areas/wallets/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { previewIncomplete } from './problems.ts';
import type { PreviewWalletRequest } from './schema.ts';

type Change = Static<typeof PreviewWalletRequest>;

/**
 * Changes a wallet as the operations do. Returns the credit that money was converted to, and whether the
 * wallet now pays what is due.
 */
export async function changeWallet(
  context: Context,
  { accountId, change }: { accountId: string; change: Change },
): Promise<{ credit?: CreditRow; pays: boolean }> {
  const { tx, org } = context;
  const { action, amount, invoiceId } = change;
  const required = <T>(member: string, value: T | undefined): T => {
    if (value === undefined) throw previewIncomplete({ member, action });
    return value;
  };
  switch (action) {
    case 'TOP_UP':
      await topUpOnRequest(context, { accountId, amount: required('amount', amount) });
      return { pays: true };
    case 'ACTIVATE':
      await changeOnRequest(context, { accountId, status: 'ACTIVE' });
      return { pays: true };
    case 'ALLOCATE': {
      const target = { invoiceId: required('invoiceId', invoiceId), amount };
      await allocateWallet(context, await lockAccount(tx, org, accountId), target);
      return { pays: false };
    }
    case 'CONVERT': {
      const id = await convertWallet(context, { accountId, amount: required('amount', amount) });
      const credit = await findCredit(tx, org, id);
      return { pays: false, ...(credit && { credit }) };
    }
    default:
      return action satisfies never;
  }
}
