import type { CreditNotePreview } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Money } from '../../../ui/money.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import { CreditNoteFlow } from './credit-note-flow.tsx';
import { amountName, type CreditNoteFields, everythingOf } from './credit-note-form.ts';

interface CreditNoteLinesProps {
  form: ReturnType<typeof useForm<CreditNoteFields, CreditNoteFields>>;
  invoice: CreditNotePreview;
  preview: CreditNotePreview | null;
  error: unknown;
}

/** How much of each line is credited, and what follows from it. */
export function CreditNoteLines({ form, invoice, preview, error }: CreditNoteLinesProps) {
  const t = useMessages('creditNote');
  const { lines, currency } = invoice;
  return (
    <form onSubmit={form.submit} className="flex max-w-3xl flex-col gap-5">
      <TextField {...form.input('reason')} label={t('reason')} help={t('reasonHelp')} maxLength={255} />
      <div className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-h2 font-semibold">{t('amounts')}</h2>
          <Button onClick={() => form.set(everythingOf(lines))}>{t('everything')}</Button>
        </div>
        <ul className="flex flex-col">
          {lines.map(({ lineId, description, charged, left }, index) => (
            <li
              key={lineId}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line py-2.5"
            >
              <span className="flex min-w-0 flex-1 flex-col">
                <bdi className="break-words">{description}</bdi>
                <span className="flex flex-wrap gap-x-3 text-caption text-muted">
                  <span>
                    {t('charged')} <Money amount={charged} currency={currency} />
                  </span>
                  <span>
                    {t('left')} <Money amount={left} currency={currency} />
                  </span>
                </span>
              </span>
              <span className="w-44">
                <DecimalField
                  {...form.input(amountName(index))}
                  label={t('amountOf', { line: description })}
                  unit={currency}
                  isLabelHidden
                />
              </span>
            </li>
          ))}
        </ul>
      </div>
      {error !== null && error !== undefined && <ProblemNotice error={error} />}
      <CreditNoteFlow preview={preview} />
      <div className="flex justify-end">
        <Button kind="primary" type="submit">
          {t('next')}
        </Button>
      </div>
    </form>
  );
}
