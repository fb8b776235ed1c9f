import type { CreditNotePreview } from '../../../api/generated/types.ts';
import { formatMoney } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/icons.ts';
import { openPdf } from '../../../ui/open-pdf.ts';
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
    <div className="flex max-w-3xl flex-col gap-5" aria-busy={isStale}>
      <CreditNoteFlow preview={preview} />
      <div className="flex flex-col items-start gap-1.5">
        <Button icon={FileText} disabled={!isReady} onClick={() => preview && openPdf(preview.content)}>
          {t('openPdf')}
        </Button>
        <p className="text-caption text-muted">{t('pdfHelp')}</p>
      </div>
      {issue.error !== null && issue.error !== undefined && <ProblemNotice error={issue.error} />}
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-4">
        <Button onClick={onBack}>{t('back')}</Button>
        <Button kind="primary" disabled={!isReady} onClick={onIssue}>
          {preview ? t('issueAmount', { amount: formatMoney(preview.total, preview.currency) }) : t('issue')}
        </Button>
      </div>
    </div>
  );
}
