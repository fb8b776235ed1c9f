import { updateFeature } from '../../../api/generated/features.ts';
import type { Feature } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { EditDialog } from '../../../parts/edit-dialog.tsx';
import { useDialogWrite } from '../../../parts/use-dialog-write.ts';
import { useForm } from '../../../ui/use-form.ts';
import { FeatureFieldsForm } from './feature-fields.tsx';
import { changeForm } from './feature-form.ts';

/** Names and schemas of a feature. */
export function EditFeature({ feature }: { feature: Feature }) {
  const t = useMessages('features');
  const { send, dialog } = useDialogWrite(updateFeature);
  const form = useForm(changeForm(feature, t), (body) => send({ feature_id: feature.id, body }));
  return (
    <EditDialog label={t('edit')} title={t('editTitle')} {...dialog} onSubmit={form.submit}>
      <FeatureFieldsForm form={form} />
    </EditDialog>
  );
}
