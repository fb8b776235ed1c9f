import { useMessages } from '../../../messages/catalogs.ts';
import { PdfView } from '../../../parts/pdf/pdf-view.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { RecordField } from '../../../parts/record-field.tsx';
import { invoices } from '../../../parts/record-kinds.ts';
import { SelectField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { CHOICES, OWN, type PreviewChoice } from './preview-choice.ts';
import type { TemplateFault } from './template-fault.ts';
import type { useTemplatePreview } from './use-template-preview.ts';

interface TemplatePreviewProps {
  choice: PreviewChoice;
  onChoose(choice: PreviewChoice): void;
  preview: ReturnType<typeof useTemplatePreview>;
  fault: TemplateFault | null;
}

/** The real document, of a sample or of an invoice of the organization. */
export function TemplatePreview({ choice, onChoose, preview, fault }: TemplatePreviewProps) {
  const t = useMessages('invoiceTemplates');
  const { pdf, error, isStale, retry } = preview;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={t('sample')}
          value={choice.sample}
          onChange={({ target }) => onChoose({ ...choice, sample: target.value })}
          options={CHOICES.map((value) => ({ value, text: t(`sample.${value}`) }))}
        />
        {choice.sample === OWN && (
          <RecordField
            kind={invoices}
            label={t('invoice')}
            value={choice.invoice}
            onChange={({ target }) => onChoose({ ...choice, invoice: target.value })}
          />
        )}
      </div>
      {fault && (
        <Notice kind="warn" title={t('faulty')}>
          {fault.rule}
        </Notice>
      )}
      {error !== null && !fault && <ProblemNotice error={error} onRetry={retry} />}
      {pdf ? (
        <PdfView base64={pdf} label={t('preview')} isStale={isStale} />
      ) : (
        error === null && <p className="text-muted">{isStale ? t('rendering') : t('chooseInvoice')}</p>
      )}
    </div>
  );
}
