import { useState } from 'react';
import { createWebhook } from '../../../api/generated/webhooks.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { SecretOnce } from '../../../parts/secret-once.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { webhookForm } from './webhook-form.ts';

/** Creates an endpoint, and shows its secret this one time. */
export function NewWebhook() {
  const t = useMessages('webhooks');
  const [isOpen, setOpen] = useState(false);
  const write = useWrite(createWebhook);
  const { input, submit } = useForm(webhookForm(t), (body) => write.mutate({ body }));
  const close = (open: boolean) => {
    setOpen(open);
    if (!open) write.reset();
  };
  return (
    <FormDialog
      label={t('create')}
      title={t('create')}
      isOpen={isOpen}
      onOpenChange={close}
      onSubmit={submit}
      isPending={write.isPending}
      error={write.error}
      result={write.data && <SecretOnce secret={write.data.secret} text={t('secretText')} />}
    >
      <TextField label={t('url')} help={t('urlHelp')} inputMode="url" {...input('url')} />
      <TextField label={t('types')} help={t('typesHelp')} {...input('types')} />
      <TextField label={t('description')} {...input('description')} />
    </FormDialog>
  );
}
