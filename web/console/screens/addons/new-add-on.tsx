import { createAddOn } from '../../../api/generated/add-ons.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useDialogWrite } from '../../../parts/use-dialog-write.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { ADD_ON_TYPES, addOnForm } from './add-on-form.ts';

/** Creates what a fee, seats or credits are called on invoices. */
export function NewAddOn() {
  const t = useMessages('addons');
  const { send, dialog } = useDialogWrite(createAddOn);
  const form = useForm(addOnForm(t), (body) => send({ body }, () => form.reset()));
  return (
    <FormDialog label={t('new')} title={t('new')} {...dialog} onSubmit={form.submit}>
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
