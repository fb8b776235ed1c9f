import { useState } from 'react';
import { createFeature } from '../../../api/generated/features.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { RecordField } from '../../../parts/record-field.tsx';
import { eventSchemas } from '../../../parts/record-kinds.ts';
import { TextField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { featureForm } from './feature-form.ts';

const MOST = 10;

/** Creates what accounts are entitled to, with the events that use it up. */
export function NewFeature() {
  const t = useMessages('features');
  const [isOpen, setOpen] = useState(false);
  const write = useWrite(createFeature);
  const form = useForm(featureForm(t), (body) =>
    write.mutate(
      { body },
      {
        onSuccess: () => {
          setOpen(false);
          form.reset();
        },
      },
    ),
  );
  const rows = form.rows('schemas');
  return (
    <FormDialog
      label={t('new')}
      title={t('new')}
      isOpen={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        if (!open) write.reset();
      }}
      onSubmit={form.submit}
      isPending={write.isPending}
      error={write.error}
    >
      <TextField label={t('name')} maxLength={50} {...form.input('name')} />
      <TextField label={t('billableName')} {...form.input('billableName')} />
      <RowsField
        label={t('schemas')}
        help={t('schemasHelp')}
        rows={rows}
        newRow={() => ({ schema: '', attribute: '' })}
        addLabel={t('addSchema')}
        nameOf={(index) => t('schemaName', { number: index + 1 })}
        max={MOST}
      >
        {(_, index) => (
          <>
            <RecordField kind={eventSchemas} label={t('schema')} {...rows.input(index, 'schema')} />
            <TextField label={t('attribute')} {...rows.input(index, 'attribute')} />
          </>
        )}
      </RowsField>
    </FormDialog>
  );
}
