import { retryPaymentRequest } from '../../../api/generated/payment-requests.ts';
import type { PaymentRequest } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { BulkConfirm } from '../../../parts/bulk-button.tsx';
import type { FailedRow } from '../../../ui/data-table/data-table.tsx';

interface RetryRequestsProps {
  rows: readonly PaymentRequest[];
  onDone(failed: readonly FailedRow<PaymentRequest>[]): void;
}

/** Requests payment again, and says what is unknown of requests without a response. */
export function RetryRequests({ rows, onDone }: RetryRequestsProps) {
  const t = useMessages('paymentProviders');
  return (
    <BulkConfirm
      label={t('retry')}
      title={t('retryTitle')}
      operation={retryPaymentRequest}
      inputOf={({ id }) => ({ payment_request_id: id })}
      rows={rows}
      onDone={onDone}
    >
      <p>{t.count('retryText', rows.length)}</p>
      {rows.some(({ call }) => call === 'GIVEN_UP') && <p>{t('retryUnknown')}</p>}
    </BulkConfirm>
  );
}
