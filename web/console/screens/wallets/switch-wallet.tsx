import type { Wallet } from '../../../api/generated/types.ts';
import { updateWallet } from '../../../api/generated/wallets.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { WalletEffect } from './wallet-effect.tsx';

/** Lets a wallet rest, which keeps its money, or pay again, with what it then pays. */
export function SwitchWallet({ wallet }: { wallet: Wallet }) {
  const t = useMessages('wallets');
  const { mutate, isPending, error } = useWrite(updateWallet);
  const isActive = wallet.status === 'ACTIVE';
  const status = isActive ? ('INACTIVE' as const) : ('ACTIVE' as const);
  return (
    <ConfirmButton
      label={t(`switch.${status}`)}
      title={t(`switchTitle.${status}`)}
      isPending={isPending}
      error={error}
      onConfirm={(close) => mutate({ account_id: wallet.accountId, body: { status } }, { onSuccess: close })}
    >
      <p>{t(`switchText.${status}`)}</p>
      {!isActive && <WalletEffect accountId={wallet.accountId} change={{ action: 'ACTIVATE' }} />}
    </ConfirmButton>
  );
}
