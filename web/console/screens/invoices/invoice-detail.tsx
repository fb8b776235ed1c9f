import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getInvoice, previewRefund, updateInvoice } from '../../../api/generated/invoices.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { now } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { customerNameOf, invoiceLook } from '../../../parts/invoice-summary.ts';
import { MailsLink } from '../../../parts/mails-link.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { WaitingNotices } from '../../../parts/waiting/waiting-notice.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { Download } from '../../../ui/icons.ts';
import { Identifier } from '../../../ui/identifier.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { EndRefundButton } from './end-refund-button.tsx';
import { InvoiceActions } from './invoice-actions.tsx';
import { InvoiceDocument } from './invoice-document.tsx';
import { InvoiceFacts } from './invoice-facts.tsx';
import { InvoiceFinalization } from './invoice-finalization.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import { InvoicePayments } from './invoice-payments.tsx';
import { RefundButton } from './refund-button.tsx';

const route = getRouteApi('/invoices/$invoiceId');

export function InvoiceDetail() {
  const t = useMessages('invoices');
  const { invoiceId } = route.useParams();
  const { data: invoice } = useSuspenseQuery(one(getInvoice, { invoice_id: invoiceId }));
  return (
    <Page
      above={<Link to="/invoices">{t('title')}</Link>}
      title={<bdi>{invoice.sequenceId ?? t('draftOf', { customer: customerNameOf(invoice) })}</bdi>}
      beside={
        <>
          <StatusBadge look={invoiceLook(invoice, now())} say={t} />
          <Identifier value={invoice.id} isShort />
        </>
      }
      actions={
        <>
          <Link
            to="/invoices/$invoiceId/explain"
            params={{ invoiceId }}
            search={{}}
            className={buttonClasses('primary')}
          >
            {t('explain')}
          </Link>
          {invoice.pdfUrl && (
            <a href={invoice.pdfUrl} className={buttonClasses('secondary')}>
              <Download aria-hidden className="size-4" />
              {t('pdf')}
            </a>
          )}
          <Allowed operation={previewRefund}>
            <RefundButton invoice={invoice} />
          </Allowed>
          {invoice.status === 'REFUND_INITIATED' && (
            <Allowed operation={updateInvoice}>
              <EndRefundButton invoiceId={invoice.id} />
            </Allowed>
          )}
          <InvoiceActions invoice={invoice} />
          <MailsLink of={{ invoice_id: invoiceId }} />
          <SnippetButton code={snippet(getInvoice, { invoice_id: invoiceId })} />
        </>
      }
    >
      <WaitingNotices recordId={invoiceId} />
      <InvoiceFinalization invoice={invoice} />
      <InvoiceFacts invoice={invoice} />
      <Section title={t('lines')}>
        <InvoiceLines invoice={invoice} />
      </Section>
      <InvoicePayments invoice={invoice} />
      <InvoiceDocument invoice={invoice} />
    </Page>
  );
}
