import { updateInvoice } from '../../../api/generated/invoices.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';

/** Money that somebody pays back by hand has arrived. */
export function EndRefundButton({ invoiceId }: { invoiceId: string }) {
  const t = useMessages('refund');
  const { mutate, isPending, error } = useWrite(updateInvoice);
  return (
    <ConfirmButton
      label={t('endRefund')}
      title={t('endRefundTitle')}
      isPending={isPending}
      error={error}
      onConfirm={(close) =>
        mutate({ invoice_id: invoiceId, body: { status: 'REFUND_COMPLETED' } }, { onSuccess: close })
      }
    >
      <p>{t('endRefundText')}</p>
    </ConfirmButton>
  );
}
