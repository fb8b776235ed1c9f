import type { CreditNotePreview } from '../../../api/generated/types.ts';
import { formatMoney } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { PdfView } from '../../../parts/pdf/pdf-view.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { CreditNoteFlow } from './credit-note-flow.tsx';

interface CreditNoteReviewProps {
  preview: CreditNotePreview | null;
  isStale: boolean;
  issue: { isPending: boolean; error: unknown };
  onIssue(): void;
  onBack(): void;
}

/** The note as it will be issued; an issued document cannot be changed. */
export function CreditNoteReview({ preview, isStale, issue, onIssue, onBack }: CreditNoteReviewProps) {
  const t = useMessages('creditNote');
  const isReady = preview !== null && !isStale && !issue.isPending;
  return (
    <div className="flex max-w-4xl flex-col gap-5" aria-busy={isStale}>
      <CreditNoteFlow preview={preview} />
      {preview && (
        <div className="flex min-w-0 flex-col gap-1.5">
          <p className="text-caption text-muted">{t('pdfHelp')}</p>
          <PdfView base64={preview.content} label={t('document')} isStale={isStale} />
        </div>
      )}
      {issue.error !== null && issue.error !== undefined && <ProblemNotice error={issue.error} />}
      <div className="sticky bottom-0 flex flex-wrap justify-end gap-2 border-t border-line bg-canvas py-3">
        <Button onClick={onBack}>{t('back')}</Button>
        <Button kind="primary" disabled={!isReady} onClick={onIssue}>
          {preview ? t('issueAmount', { amount: formatMoney(preview.total, preview.currency) }) : t('issue')}
        </Button>
      </div>
    </div>
  );
}
