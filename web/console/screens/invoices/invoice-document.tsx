import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { previewInvoiceTemplate } from '../../../api/generated/invoices.ts';
import type { Invoice } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { isDraft } from '../../../parts/invoice-summary.ts';
import { PdfView } from '../../../parts/pdf/pdf-view.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/icons.ts';
import { Section } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** The document of an invoice below its data: as it was issued, or as the draft would be issued now. */
export function InvoiceDocument({ invoice }: { invoice: Invoice }) {
  const t = useMessages('invoices');
  const [isShown, setShown] = useState(false);
  const query = useQuery({
    ...one(previewInvoiceTemplate, { body: { invoiceId: invoice.id } }),
    // Rendered anew for each look, and large.
    ...{ enabled: isShown, gcTime: 0 },
  });
  return (
    <Section
      title={t('document')}
      actions={
        <Button icon={FileText} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? 'hideDocument' : 'showDocument')}
        </Button>
      }
    >
      <p className="max-w-[72ch] text-muted">{t(isDraft(invoice) ? 'documentOfDraft' : 'documentHelp')}</p>
      {isShown && query.isPending && <Skeleton lines={6} />}
      {isShown && query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {isShown && query.data && (
        <PdfView base64={query.data.content} label={t('document')} isStale={query.isFetching} />
      )}
    </Section>
  );
}
