import { exact } from '../../../api/decimal.ts';
import { allocateWallet, convertWallet } from '../../../api/generated/payments.ts';
import { topupWallet } from '../../../api/generated/wallets.ts';
import { useWrite } from '../../../api/writes.ts';
import type { Move, MoveAction } from './move-form.ts';

/** The write of an action, with its state. */
export function useMove(action: MoveAction, accountId: string, onDone: () => void) {
  const topUp = useWrite(topupWallet);
  const allocate = useWrite(allocateWallet);
  const convert = useWrite(convertWallet);
  const input = { account_id: accountId };
  const after = { onSuccess: onDone };
  const send = ({ amount, invoiceId }: Move) => {
    const sent = exact(amount ?? '0');
    switch (action) {
      case 'TOP_UP':
        return topUp.mutate({ ...input, body: { topupAmount: sent } }, after);
      case 'CONVERT':
        return convert.mutate({ ...input, body: { amount: sent } }, after);
      case 'ALLOCATE': {
        const body = { invoiceId, ...(amount !== null && { amount: sent }) };
        return allocate.mutate({ ...input, body }, after);
      }
      default:
        return action satisfies never;
    }
  };
  const { isPending, error } = { TOP_UP: topUp, ALLOCATE: allocate, CONVERT: convert }[action];
  return { send, isPending, error };
}
