import { useQuery } from '@tanstack/react-query';
import { previewCreditVoid } from '../../../api/generated/balances.ts';
import { voidCredit } from '../../../api/generated/credits.ts';
import type { CreditDetails } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { useWrite } from '../../../api/writes.ts';
import { formatMoney } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { BalanceEffect } from '../../../parts/balances/balance-effect.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { remainingOf } from './credit-view.ts';

/** Voids the rest of a credit, after showing which drafts lose it. */
export function VoidButton({ credit }: { credit: CreditDetails }) {
  const t = useMessages('credits');
  const { mutate, isPending, error } = useWrite(voidCredit);
  return (
    <Allowed operation={voidCredit}>
      <ConfirmButton
        label={t('void')}
        title={t('voidTitle')}
        kind="danger"
        isPending={isPending}
        error={error}
        onConfirm={(close) => mutate({ credit_id: credit.id }, { onSuccess: close })}
      >
        <p>{t('voidText', { amount: formatMoney(remainingOf(credit), credit.creditUnit) })}</p>
        <VoidEffect creditId={credit.id} />
      </ConfirmButton>
    </Allowed>
  );
}

function VoidEffect({ creditId }: { creditId: string }) {
  const { data, error } = useQuery({ ...one(previewCreditVoid, { credit_id: creditId }), retry: false });
  if (error) return <ProblemNotice error={error} />;
  return data ? <BalanceEffect effect={data} /> : <div aria-hidden className="h-24" />;
}
