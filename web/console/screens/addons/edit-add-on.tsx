import { useState } from 'react';
import { updateAddOn } from '../../../api/generated/add-ons.ts';
import type { AddOn } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { EditDialog } from '../../../parts/edit-dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { renameForm } from './add-on-form.ts';

/** Only the names of an add-on can change. */
export function EditAddOn({ addOn }: { addOn: AddOn }) {
  const t = useMessages('addons');
  const [isOpen, setOpen] = useState(false);
  const write = useWrite(updateAddOn);
  const form = useForm(renameForm(addOn, t), (body) =>
    write.mutate({ addon_id: addOn.id, body }, { onSuccess: () => setOpen(false) }),
  );
  return (
    <EditDialog
      label={t('edit')}
      title={t('editTitle')}
      isOpen={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        if (!open) write.reset();
      }}
      onSubmit={form.submit}
      isPending={write.isPending}
      error={write.error}
    >
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
