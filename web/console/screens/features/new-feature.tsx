import { createFeature } from '../../../api/generated/features.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useDialogWrite } from '../../../parts/use-dialog-write.ts';
import { useForm } from '../../../ui/use-form.ts';
import { FeatureFieldsForm } from './feature-fields.tsx';
import { featureForm } from './feature-form.ts';

/** Creates what accounts are entitled to, with the events that use it up. */
export function NewFeature() {
  const t = useMessages('features');
  const { send, dialog } = useDialogWrite(createFeature);
  const form = useForm(featureForm(t), (body) => send({ body }, () => form.reset()));
  return (
    <FormDialog label={t('new')} title={t('new')} {...dialog} onSubmit={form.submit}>
      <FeatureFieldsForm form={form} />
    </FormDialog>
  );
}
