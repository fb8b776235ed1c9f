import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewInvoiceNumber } from '../../../api/generated/invoices.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { useProblemText } from '../../../parts/problem-text.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { usePaused } from '../../../ui/use-paused.ts';
import { useTextRows } from '../../../ui/use-text-rows.ts';
import { numbering, PLAIN, RESETS, SCOPES } from './numbering.ts';
import type { SettingInput } from './setting-field.tsx';

/** How invoices are numbered, and the numbers that the next ones get. */
export function NumberingField({ input, label, help }: { input: SettingInput; label: string; help: string }) {
  const t = useMessages('organizationSettings');
  const rows = useTextRows({ ...numbering, ...input, errorsOf: (each) => numbering.errorsOf(each, t) });
  const isRight = Object.keys(numbering.errorsOf(rows.rows, t)).length === 0;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium">{label}</legend>
      <TextField
        label={t('pattern')}
        help={t('patternHelp')}
        maxLength={100}
        spellCheck={false}
        autoComplete="off"
        className="font-mono"
        {...rows.input(0, 'pattern')}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label={t('pad')} inputMode="numeric" maxLength={2} {...rows.input(0, 'pad')} />
        <TextField
          label={t('start')}
          help={t('startHelp')}
          inputMode="numeric"
          maxLength={9}
          {...rows.input(0, 'start')}
        />
        <SelectField
          label={t('reset')}
          options={RESETS.map((value) => ({ value, text: t(`reset.${value}`) }))}
          {...rows.input(0, 'reset')}
        />
        <SelectField
          label={t('scope')}
          options={SCOPES.map((value) => ({ value, text: t(`scope.${value}`) }))}
          {...rows.input(0, 'scope')}
        />
      </div>
      <NextNumbers
        text={input.value === '' ? JSON.stringify({ pattern: PLAIN.pattern }) : input.value}
        isRight={isRight}
      />
      <p className="text-caption text-muted">{help}</p>
    </fieldset>
  );
}

function NextNumbers({ text, isRight }: { text: string; isRight: boolean }) {
  const t = useMessages('organizationSettings');
  const textOf = useProblemText();
  const paused = usePaused(text);
  const { data, error } = useQuery({
    ...one(previewInvoiceNumber, { body: { numbering: paused } }),
    ...{ enabled: isRight, gcTime: 0, placeholderData: keepPreviousData },
  });
  if (error !== null && isRight) return <p className="text-caption text-bad">{textOf(error)}</p>;
  return (
    <p aria-live="polite" className="min-h-5">
      {data && t('nextNumbers', { next: data.next, second: data.second })}
    </p>
  );
}
