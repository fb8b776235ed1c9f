import { Link, useNavigate } from '@tanstack/react-router';
import {
  createCreditNote,
  reissueInvoice,
  sendInvoice,
  updateInvoice,
} from '../../../api/generated/invoices.ts';
import type { Invoice } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { formatMoney } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { currencyOf } from '../../../parts/invoice-summary.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { canBeCredited, canBeReissued, canBeSent, canBeVoided } from './invoice-view.ts';
import { SendInvoice } from './send-invoice.tsx';

/** What can be done about an issued invoice that is wrong. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const t = useMessages('invoices');
  return (
    <>
      {canBeSent(invoice) && (
        <Allowed operation={sendInvoice}>
          <SendInvoice invoice={invoice} />
        </Allowed>
      )}
      {canBeCredited(invoice) && (
        <Allowed operation={createCreditNote}>
          <Link
            to="/invoices/$invoiceId/credit-note"
            params={{ invoiceId: invoice.id }}
            search={{}}
            className={buttonClasses('secondary')}
          >
            {t('creditNote')}
          </Link>
        </Allowed>
      )}
      {canBeVoided(invoice) && (
        <Allowed operation={updateInvoice}>
          <VoidButton invoice={invoice} />
        </Allowed>
      )}
      {canBeReissued(invoice) && (
        <Allowed operation={reissueInvoice}>
          <ReissueButton invoice={invoice} />
        </Allowed>
      )}
    </>
  );
}

function VoidButton({ invoice }: { invoice: Invoice }) {
  const t = useMessages('invoices');
  const { mutate, isPending, error } = useWrite(updateInvoice);
  const amount = formatMoney(invoice.totalAmount, currencyOf(invoice));
  return (
    <ConfirmButton
      label={t('void')}
      title={t('voidTitle')}
      kind="danger"
      isPending={isPending}
      error={error}
      onConfirm={(close) =>
        mutate({ invoice_id: invoice.id, body: { status: 'VOID' } }, { onSuccess: close })
      }
    >
      <p>{t('voidText', { number: invoice.sequenceId ?? invoice.id, amount })}</p>
    </ConfirmButton>
  );
}

function ReissueButton({ invoice }: { invoice: Invoice }) {
  const t = useMessages('invoices');
  const navigate = useNavigate();
  const { mutate, isPending, error } = useWrite(reissueInvoice);
  return (
    <ConfirmButton
      label={t('reissue')}
      title={t('reissueTitle')}
      isPending={isPending}
      error={error}
      onConfirm={(close) =>
        mutate(
          { invoice_id: invoice.id },
          {
            onSuccess: ({ id }) => {
              close();
              void navigate({ to: '/invoices/$invoiceId', params: { invoiceId: id } });
            },
          },
        )
      }
    >
      <p>{t('reissueText')}</p>
    </ConfirmButton>
  );
}
