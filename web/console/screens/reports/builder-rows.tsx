import type { QueryInput, ReportSource } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import { type BuilderFields, MAX_COLUMNS, MAX_FILTERS, OPERATORS, usesOf } from './builder-form.ts';
import { columnText } from './column-text.ts';

interface RowFieldsProps {
  form: ReturnType<typeof useForm<BuilderFields, QueryInput>>;
  known: ReportSource['columns'];
}

/** The columns of a report, and what is done with each. */
export function ColumnFields({ form, known }: RowFieldsProps) {
  const t = useMessages('reports');
  const selects = form.rows('columns');
  return (
    <RowsField
      label={t('columns')}
      help={t('columnsHelp')}
      rows={selects}
      newRow={() => ({ column: known[0]?.name ?? '', use: '' })}
      addLabel={t('addColumn')}
      nameOf={(index) => t('columnName', { number: index + 1 })}
      max={MAX_COLUMNS}
      isOrdered
    >
      {({ column }, index) => (
        <>
          <SelectField
            label={t('column')}
            isLabelHidden={index > 0}
            options={namesOf(known, t)}
            {...selects.input(index, 'column')}
            onChange={({ target }) => selects.edit(index, { column: target.value, use: '' })}
          />
          <SelectField
            label={t('use')}
            isLabelHidden={index > 0}
            options={usesOf(known.find(({ name }) => name === column)?.type).map((value) => ({
              ...{ value, text: t(`use.${value || 'group'}` as 'use.sum') },
            }))}
            {...selects.input(index, 'use')}
          />
        </>
      )}
    </RowsField>
  );
}

/** Which rows of the source a report has. */
export function FilterFields({ form, known }: RowFieldsProps) {
  const t = useMessages('reports');
  const filters = form.rows('filters');
  return (
    <RowsField
      label={t('filters')}
      rows={filters}
      newRow={() => ({ column: known[0]?.name ?? '', operator: 'eq', value: '' })}
      addLabel={t('addFilter')}
      nameOf={(index) => t('filterName', { number: index + 1 })}
      max={MAX_FILTERS}
    >
      {(_, index) => (
        <>
          <SelectField
            label={t('column')}
            isLabelHidden={index > 0}
            options={namesOf(known, t)}
            {...filters.input(index, 'column')}
          />
          <SelectField
            label={t('operator')}
            isLabelHidden={index > 0}
            options={OPERATORS.map((value) => ({ value, text: t(`operator.${value}`) }))}
            {...filters.input(index, 'operator')}
          />
          <TextField label={t('value')} isLabelHidden={index > 0} {...filters.input(index, 'value')} />
        </>
      )}
    </RowsField>
  );
}

function namesOf(known: ReportSource['columns'], t: ReturnType<typeof useMessages<'reports'>>) {
  const names = known.map(({ name }) => ({ value: name, text: columnText(name, t) }));
  return [{ value: '', text: t('choose') }, ...names];
}
