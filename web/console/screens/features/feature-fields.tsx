import { useMessages } from '../../../messages/catalogs.ts';
import { RecordField } from '../../../parts/record-field.tsx';
import { eventSchemas } from '../../../parts/record-kinds.ts';
import { TextField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import type { FeatureFields } from './feature-form.ts';

const MOST = 10;

/** The names of a feature, and the events that use it up. */
export function FeatureFieldsForm({
  form,
}: {
  form: Pick<ReturnType<typeof useForm<FeatureFields, unknown>>, 'input' | 'rows'>;
}) {
  const t = useMessages('features');
  const rows = form.rows('schemas');
  return (
    <>
      <TextField label={t('name')} maxLength={50} {...form.input('name')} />
      <TextField label={t('billableName')} {...form.input('billableName')} />
      <RowsField
        label={t('schemas')}
        help={t('schemasHelp')}
        rows={rows}
        newRow={() => ({ schema: '', attribute: '' })}
        addLabel={t('addSchema')}
        nameOf={(index) => t('schemaName', { number: String(index + 1) })}
        max={MOST}
      >
        {(_, index) => (
          <>
            <RecordField kind={eventSchemas} label={t('schema')} {...rows.input(index, 'schema')} />
            <TextField label={t('attribute')} {...rows.input(index, 'attribute')} />
          </>
        )}
      </RowsField>
    </>
  );
}
