import { useState } from 'react';
import { createApiKey } from '../../../api/generated/api-keys.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { SecretOnce } from '../../../parts/secret-once.tsx';
import { useSession } from '../../../session/session.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { KEY_ROLES, keyForm } from './key-form.ts';
import { ScopeField } from './scope-field.tsx';

/** Creates a key with a role or with chosen scopes, and shows its secret this one time. */
export function NewKey() {
  const t = useMessages('keys');
  const { scopes: own } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [scopes, setScopes] = useState<readonly string[]>([]);
  const write = useWrite(createApiKey);
  const { fields, input, submit } = useForm(keyForm(t, scopes), (body) => write.mutate({ body }));
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
      <TextField label={t('name')} {...input('name')} />
      <SelectField
        label={t('access')}
        options={[
          ...KEY_ROLES.map((value) => ({ value, text: t(`role.${value}`) })),
          { value: '', text: t('chosenScopes') },
        ]}
        {...input('role')}
      />
      {fields.role === '' && <ScopeField scopes={own} chosen={scopes} onChange={setScopes} />}
      <TextField label={t('expiresAt')} help={t('expiresHelp')} type="date" {...input('expires')} />
    </FormDialog>
  );
}
