import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { createCreditNote, previewCreditNote } from '../../../api/generated/invoices.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { Page } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CreditNoteSteps } from './credit-note-steps.tsx';

const route = getRouteApi('/invoices/$invoiceId/credit-note');

/** A credit note for an invoice: choose amounts, see what follows, issue. */
export function CreditNote() {
  const t = useMessages('creditNote');
  const { invoiceId } = route.useParams();
  // Of everything: says which lines there are, and what is left of each.
  const whole = { invoice_id: invoiceId, body: { reason: t('previewReason') } };
  const issue = useWrite(createCreditNote);
  // What is issued cannot be previewed again.
  const canPreview = issue.isIdle || issue.isError;
  const { data, error, refetch } = useQuery({
    ...one(previewCreditNote, whole),
    gcTime: 0,
    enabled: canPreview,
  });
  return (
    <Page
      above={
        <Link to="/invoices/$invoiceId" params={{ invoiceId }}>
          {t('invoice')}
        </Link>
      }
      title={t('title')}
      actions={<SnippetButton code={snippet(previewCreditNote, whole)} />}
    >
      {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {data ? (
        <CreditNoteSteps {...{ invoiceId, issue, canPreview }} invoice={data} />
      ) : (
        error === null && <Skeleton />
      )}
    </Page>
  );
}
