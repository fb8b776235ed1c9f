import { updateInvoice } from '../../../api/generated/invoices.ts';
import type { Invoice } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { finalizationFailureOf } from './invoice-view.ts';

/** That an invoice waits for hooks; or why a draft was not issued, with the way to try it again. */
export function InvoiceFinalization({ invoice }: { invoice: Invoice }) {
  const t = useMessages('invoices');
  const { mutate, isPending, error } = useWrite(updateInvoice);
  if (invoice.finalizingStatus === 'FINALIZING')
    return (
      <Notice kind="info" title={t('finalizing')}>
        {t('finalizingText')}
      </Notice>
    );
  const reason = finalizationFailureOf(invoice);
  if (reason === null) return null;
  return (
    <Notice
      kind="bad"
      title={t('finalizationFailed')}
      actions={
        <Allowed operation={updateInvoice}>
          <ConfirmButton
            label={t('tryAgain')}
            title={t('tryAgainTitle')}
            isPending={isPending}
            error={error}
            onConfirm={(close) =>
              mutate({ invoice_id: invoice.id, body: { status: 'DUE' } }, { onSuccess: close })
            }
          >
            <p>{t('tryAgainText')}</p>
          </ConfirmButton>
        </Allowed>
      }
    >
      <bdi>{reason}</bdi>
    </Notice>
  );
}
