import { useMessages } from '../../../messages/catalogs.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import { LABEL_NAMES, type LabelName } from './label-names.ts';
import type { TemplateFormState } from './template-editor.tsx';

/** Words of the language that this template says in another way. */
export function TemplateLabels({ form }: { form: TemplateFormState }) {
  const t = useMessages('invoiceTemplates');
  const rows = form.rows('labels');
  const nameOf = (index: number) => {
    const name = rows.rows[index]?.name;
    return name ? t(`label.${name as LabelName}`) : t('labelRow');
  };
  const options = LABEL_NAMES.map((value) => ({ value, text: t(`label.${value}`) }));
  const next = LABEL_NAMES.find((name) => !rows.rows.some((row) => row.name === name)) ?? 'invoice';
  return (
    <RowsField
      label={t('labels')}
      help={t('labelsHelp')}
      rows={rows}
      newRow={() => ({ name: next, text: '' })}
      addLabel={t('addLabel')}
      nameOf={nameOf}
      max={LABEL_NAMES.length}
    >
      {(_, index) => (
        <>
          <SelectField
            label={t('labelRow')}
            isLabelHidden={index > 0}
            options={options}
            {...rows.input(index, 'name')}
          />
          <TextField
            label={t('labelText')}
            isLabelHidden={index > 0}
            maxLength={60}
            autoComplete="off"
            {...rows.input(index, 'text')}
          />
        </>
      )}
    </RowsField>
  );
}
