import { updateAddOn } from '../../../api/generated/add-ons.ts';
import type { AddOn } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { EditDialog } from '../../../parts/edit-dialog.tsx';
import { useDialogWrite } from '../../../parts/use-dialog-write.ts';
import { TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { renameForm } from './add-on-form.ts';

/** Only the names of an add-on can change. */
export function EditAddOn({ addOn }: { addOn: AddOn }) {
  const t = useMessages('addons');
  const { send, dialog } = useDialogWrite(updateAddOn);
  const form = useForm(renameForm(addOn, t), (body) => send({ addon_id: addOn.id, body }));
  return (
    <EditDialog label={t('edit')} title={t('editTitle')} {...dialog} onSubmit={form.submit}>
      <TextField label={t('name')} maxLength={255} {...form.input('name')} />
      <TextField
        label={t('billableName')}
        help={t('billableNameHelp')}
        maxLength={255}
        {...form.input('billableName')}
      />
    </EditDialog>
  );
}
