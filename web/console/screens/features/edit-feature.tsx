import { useState } from 'react';
import { updateFeature } from '../../../api/generated/features.ts';
import type { Feature } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { EditDialog } from '../../../parts/edit-dialog.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { FeatureFieldsForm } from './feature-fields.tsx';
import { changeForm } from './feature-form.ts';

/** Names and schemas of a feature. */
export function EditFeature({ feature }: { feature: Feature }) {
  const t = useMessages('features');
  const [isOpen, setOpen] = useState(false);
  const write = useWrite(updateFeature);
  const form = useForm(changeForm(feature, t), (body) =>
    write.mutate({ feature_id: feature.id, body }, { onSuccess: () => setOpen(false) }),
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
      <FeatureFieldsForm form={form} />
    </EditDialog>
  );
}
