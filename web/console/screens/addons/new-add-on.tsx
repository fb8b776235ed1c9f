import { useState } from 'react';
import { createAddOn } from '../../../api/generated/add-ons.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { ADD_ON_TYPES, addOnForm } from './add-on-form.ts';

/** Creates what a fee, seats or credits are called on invoices. */
export function NewAddOn() {
  const t = useMessages('addons');
  const [isOpen, setOpen] = useState(false);
  const write = useWrite(createAddOn);
  const form = useForm(addOnForm(t), (body) =>
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
      <SelectField
        label={t('type')}
        help={t('typeHelp')}
        options={ADD_ON_TYPES.map((value) => ({ value, text: t(`type.${value}`) }))}
        {...form.input('type')}
      />
      <TextField label={t('billableName')} help={t('billableNameHelp')} {...form.input('billableName')} />
    </FormDialog>
  );
}
