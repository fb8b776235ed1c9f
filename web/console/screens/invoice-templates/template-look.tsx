import { useMessages } from '../../../messages/catalogs.ts';
import { LogoField } from '../../../parts/logo-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { ColorField } from '../../../ui/color-field.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { OrderedChoice } from '../../../ui/ordered-choice.tsx';
import type { TemplateFormState } from './template-editor.tsx';
import type { TemplateFault } from './template-fault.ts';
import { BLOCKS, COLORS, COLUMNS } from './template-form.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja', 'ar'] as const;
const DATE_FORMATS = ['D MMMM YYYY', 'YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const;
const NUMBER_FORMATS = ['1,234.56', '1.234,56', '1 234,56', "1'234.56"] as const;
const ALWAYS: ReadonlySet<string> = new Set(['PARTIES', 'FACTS', 'LINES', 'description', 'amount']);

interface TemplateLookProps {
  form: TemplateFormState;
  fault: TemplateFault | null;
}

/** Language, formats, colours, logo, and what the page shows in which order. */
export function TemplateLook({ form, fault }: TemplateLookProps) {
  const t = useMessages('invoiceTemplates');
  const { fields } = form;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t('language')}
          {...form.input('language')}
          options={LANGUAGES.map((value) => ({ value, text: t(`language.${value}`) }))}
        />
        <SelectField
          label={t('pageSize')}
          {...form.input('pageSize')}
          options={['A4', 'LETTER'].map((value) => ({ value, text: t(`page.${value as 'A4'}`) }))}
        />
        <SelectField
          label={t('dateFormat')}
          {...form.input('dateFormat')}
          options={DATE_FORMATS.map((value) => ({ value, text: t(`date.${value}`) }))}
        />
        <SelectField
          label={t('numberFormat')}
          {...form.input('numberFormat')}
          options={plain(NUMBER_FORMATS)}
        />
        {COLORS.map((name) => {
          const input = form.input(`color.${name}`);
          const found = fault?.field === `color.${name}` ? fault.rule : undefined;
          return (
            <ColorField
              key={name}
              label={t(`color.${name}`)}
              pickerLabel={t('pick', { color: t(`color.${name}`) })}
              placeholder={t('builtIn')}
              {...input}
              error={input.error ?? found}
            />
          );
        })}
      </div>
      <LogoField
        fileId={fields.logoFileId}
        help={t('logoHelp')}
        onUpload={(logoFileId) => form.set({ logoFileId })}
      />
      {fields.logoFileId !== '' && (
        <span>
          <Button onClick={() => form.set({ logoFileId: '' })}>{t('removeLogo')}</Button>
        </span>
      )}
      <OrderedChoice
        label={t('columns')}
        value={fields.columns}
        onChange={(columns) => form.set({ columns })}
        options={COLUMNS.map((value) => ({
          value,
          text: t(`column.${value}`),
          isRequired: ALWAYS.has(value),
        }))}
      />
      <OrderedChoice
        label={t('blocks')}
        value={fields.blocks}
        onChange={(blocks) => form.set({ blocks })}
        options={BLOCKS.map((value) => ({ value, text: t(`block.${value}`), isRequired: ALWAYS.has(value) }))}
      />
    </>
  );
}

function plain(values: readonly string[]) {
  return values.map((value) => ({ value, text: value }));
}
