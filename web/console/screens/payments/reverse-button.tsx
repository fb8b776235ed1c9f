import { useState } from 'react';
import { reversePayment } from '../../../api/generated/payments.ts';
import type { Payment } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { formatMoney } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { TextField } from '../../../ui/field.tsx';

/** Takes a payment back, for a reason that everybody sees later. */
export function ReverseButton({ payment }: { payment: Payment }) {
  const t = useMessages('payments');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const { mutate, isPending, error } = useWrite(reversePayment);
  const isMissing = reason.trim() === '';
  const confirm = (close: () => void) => {
    setTried(true);
    if (!isMissing) mutate({ payment_id: payment.id, body: { reason: reason.trim() } }, { onSuccess: close });
  };
  return (
    <ConfirmButton
      label={t('reverse')}
      title={t('reverseTitle')}
      kind="danger"
      isPending={isPending}
      error={error}
      onConfirm={confirm}
    >
      <p>{t('reverseText', { amount: formatMoney(payment.totalAmount, payment.currency) })}</p>
      <TextField
        label={t('reason')}
        value={reason}
        error={isTried && isMissing ? t('reasonMissing') : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmButton>
  );
}
