import { useState } from 'react';
import { createFeature } from '../../../api/generated/features.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { FeatureFieldsForm } from './feature-fields.tsx';
import { featureForm } from './feature-form.ts';

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
      <FeatureFieldsForm form={form} />
    </FormDialog>
  );
}
