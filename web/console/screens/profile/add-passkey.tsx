import { useState } from 'react';
import { useMessages } from '../../../messages/catalogs.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { openConsole } from '../../../session/load-session.ts';
import { useSession } from '../../../session/session.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { ConfirmationFields, isConfirmationNeeded } from './confirmation-fields.tsx';
import { passkeyForm } from './passkey-form.ts';
import { useAddPasskey } from './use-add-passkey.ts';

/** A name, then the browser asks for an authenticator; the password only if the sign-in was a while ago. */
export function AddPasskey() {
  const t = useMessages('profile');
  const { isSecondFactorMissing } = useSession();
  const [isOpen, setOpen] = useState(false);
  const add = useAddPasskey();
  const isNeeded = isConfirmationNeeded(add.error);
  const { input, submit, reset, fields } = useForm(passkeyForm(isNeeded, t), (sent) =>
    // With a second factor the session has other rights: everything is loaded anew.
    add.mutate(sent, { onSuccess: () => (isSecondFactorMissing ? openConsole() : change(false)) }),
  );
  const change = (open: boolean) => {
    setOpen(open);
    if (open) return;
    add.reset();
    reset();
  };
  return (
    <FormDialog
      label={t('addPasskey')}
      title={t('addPasskey')}
      isOpen={isOpen}
      onOpenChange={change}
      onSubmit={submit}
      isPending={add.isPending}
      error={isNeeded ? null : add.error}
    >
      <TextField
        label={t('passkeyName')}
        help={t('passkeyNameHelp')}
        maxLength={100}
        autoComplete="off"
        {...input('name')}
      />
      {(isNeeded || fields.currentPassword !== '') && <ConfirmationFields input={input} />}
    </FormDialog>
  );
}
