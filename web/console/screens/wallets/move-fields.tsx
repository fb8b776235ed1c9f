import { lazy, Suspense } from 'react';
import type { Wallet } from '../../../api/generated/types.ts';
import { formatMoney } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { RecordField } from '../../../parts/record-field.tsx';
import { invoices } from '../../../parts/record-kinds.ts';
import { Button } from '../../../ui/button.tsx';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { amountOf, type MoveAction, moveForm, previewOf } from './move-form.ts';
import { useMove } from './use-move.ts';

const WalletEffect = lazy(async () => ({ default: (await import('./wallet-effect.tsx')).WalletEffect }));

interface MoveFieldsProps {
  action: MoveAction;
  wallet: Wallet;
  onClose(): void;
}

/** What is moved, and what that changes. */
export function MoveFields({ action, wallet, onClose }: MoveFieldsProps) {
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
      <Suspense fallback={<Skeleton lines={2} />}>
        <WalletEffect accountId={wallet.accountId} change={preview} />
      </Suspense>
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
