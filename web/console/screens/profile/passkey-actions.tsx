import { useState } from 'react';
import type { Passkey } from '../../../api/generated/types.ts';
import { removePasskey, renamePasskey } from '../../../api/generated/users-and-sessions.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { ConfirmationFields, isConfirmationNeeded } from './confirmation-fields.tsx';
import { confirmationForm } from './passkey-form.ts';

export function RenamePasskey({ passkey }: { passkey: Passkey }) {
  const t = useMessages('profile');
  const [name, setName] = useState(passkey.name);
  const { mutate, isPending, error } = useWrite(renamePasskey);
  return (
    <ConfirmButton
      label={t('rename')}
      title={t('rename')}
      isPending={isPending || name.trim() === ''}
      error={error}
      onConfirm={(close) =>
        mutate({ passkey_id: passkey.id, body: { name: name.trim() } }, { onSuccess: close })
      }
    >
      <TextField
        label={t('passkeyName')}
        maxLength={100}
        value={name}
        error={name.trim() === '' ? t('passkeyNameMissing') : undefined}
        onChange={({ target }) => setName(target.value)}
      />
    </ConfirmButton>
  );
}

export function RemovePasskey({ passkey }: { passkey: Passkey }) {
  const t = useMessages('profile');
  const { mutate, isPending, error } = useWrite(removePasskey);
  const isNeeded = isConfirmationNeeded(error);
  const form = confirmationForm(isNeeded, t);
  const { input, fields } = useForm(form, () => undefined);
  return (
    <ConfirmButton
      kind="danger"
      label={t('removePasskey')}
      title={t('removePasskeyTitle')}
      isPending={isPending || Object.keys(form.check(fields)).length > 0}
      error={isNeeded ? null : error}
      onConfirm={(close) => mutate({ passkey_id: passkey.id, body: form.read(fields) }, { onSuccess: close })}
    >
      <p>{t('removePasskeyText', { name: passkey.name })}</p>
      {(isNeeded || fields.currentPassword !== '') && <ConfirmationFields input={input} />}
    </ConfirmButton>
  );
}
