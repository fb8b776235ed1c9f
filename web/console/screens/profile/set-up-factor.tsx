import { useState } from 'react';
import { confirmTotp, createTotp } from '../../../api/generated/users-and-sessions.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { SecretOnce } from '../../../parts/secret-once.tsx';
import { openConsole } from '../../../session/load-session.ts';
import { useSession } from '../../../session/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { ConfirmFactor } from './confirm-factor.tsx';
import { passwordForm } from './factor-form.ts';

/** Password, then the key for the app and a code from it, then the recovery codes, which are shown once. */
export function SetUpFactor() {
  const t = useMessages('profile');
  const { isSecondFactorMissing } = useSession();
  const [isOpen, setOpen] = useState(false);
  const begin = useWrite(createTotp);
  const confirm = useWrite(confirmTotp);
  const { input, submit, reset } = useForm(passwordForm(t), (body) => begin.mutate({ body }));
  const change = (open: boolean) => {
    // The session has another cookie now, and maybe other rights: everything is loaded anew.
    if (confirm.isSuccess) return isSecondFactorMissing ? openConsole() : location.reload();
    setOpen(open);
    if (open) return;
    begin.reset();
    confirm.reset();
    reset();
  };
  const codes = confirm.data && (
    <div className="flex flex-col gap-4">
      <SecretOnce secret={confirm.data.recoveryCodes.join('\n')} text={t('recoveryCodesText')} />
      <span className="flex justify-end">
        <Button kind="primary" onClick={() => change(false)}>
          {t('recoveryCodesSaved')}
        </Button>
      </span>
    </div>
  );
  return (
    <FormDialog
      label={t('setUpFactor')}
      title={t('setUpFactor')}
      isOpen={isOpen}
      onOpenChange={change}
      onSubmit={submit}
      isPending={begin.isPending}
      error={begin.error}
      result={
        codes ??
        (begin.data && (
          <ConfirmFactor
            totp={begin.data}
            isPending={confirm.isPending}
            error={confirm.error}
            onConfirm={(body) => confirm.mutate({ body })}
          />
        ))
      }
    >
      <p>{t('setUpText')}</p>
      <TextField
        label={t('currentPassword')}
        type="password"
        autoComplete="current-password"
        {...input('currentPassword')}
      />
    </FormDialog>
  );
}
