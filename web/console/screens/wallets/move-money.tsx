import { useState } from 'react';
import type { Wallet } from '../../../api/generated/types.ts';
import { formatMoney } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { RecordField } from '../../../parts/record-field.tsx';
import { invoices } from '../../../parts/record-kinds.ts';
import { Button, type ButtonKind } from '../../../ui/button.tsx';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { LazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { amountOf, type MoveAction, moveForm, previewOf } from './move-form.ts';
import { useMove } from './use-move.ts';
import { WalletEffect } from './wallet-effect.tsx';

interface MoveMoneyProps {
  action: MoveAction;
  wallet: Wallet;
  kind?: ButtonKind;
}

/** Tops up, pays an invoice or converts to a credit: in a dialog that shows what changes before it does. */
export function MoveMoney({ action, wallet, kind = 'secondary' }: MoveMoneyProps) {
  const t = useMessages('wallets');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind={kind} onClick={() => setOpen(true)}>
        {t(`move.${action}`)}
      </Button>
      <LazyDialog title={t(`moveTitle.${action}`)} isOpen={isOpen} onOpenChange={setOpen}>
        <MoveForm action={action} wallet={wallet} onClose={() => setOpen(false)} />
      </LazyDialog>
    </>
  );
}

function MoveForm({ action, wallet, onClose }: Omit<MoveMoneyProps, 'kind'> & { onClose(): void }) {
  const t = useMessages('wallets');
  const ui = useMessages('ui');
  const { send, isPending, error } = useMove(action, wallet.accountId, onClose);
  const form = useForm(moveForm(action, t), send);
  const preview = previewOf(action, form.fields);
  const amount = amountOf(form.fields);
  const named =
    amount === null
      ? t(`move.${action}`)
      : t(`moveAmount.${action}`, { amount: formatMoney(amount, wallet.creditUnit) });
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <p className="text-muted">{t(`moveHelp.${action}`)}</p>
      {action === 'ALLOCATE' && (
        <RecordField
          kind={invoices}
          filter={{ owner_id: wallet.accountId }}
          label={t('invoice')}
          help={t('invoiceHelp')}
          {...form.input('invoiceId')}
        />
      )}
      <DecimalField
        label={t('amount')}
        unit={wallet.creditUnit}
        help={action === 'ALLOCATE' ? t('allocateHelp') : undefined}
        {...form.input('amount')}
      />
      <WalletEffect accountId={wallet.accountId} change={preview} />
      {error !== null && <ProblemNotice error={error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{ui('cancel')}</Button>
        <Button kind="primary" type="submit" disabled={isPending}>
          {named}
        </Button>
      </div>
    </form>
  );
}
