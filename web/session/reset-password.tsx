import { useState } from 'react';
import { resetPassword } from '../api/generated/users-and-sessions.ts';
import { useMessages } from '../messages/catalogs.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { useForm } from '../ui/use-form.ts';
import { GuestPage } from './guest-page.tsx';
import { GuestProblem } from './guest-problem.tsx';
import { passwordForm } from './person-form.ts';
import { useCall } from './use-call.ts';

export function ResetPassword({ token }: { token: string }) {
  const t = useMessages('session');
  const [isDone, setDone] = useState(false);
  const { call, error, isPending } = useCall(resetPassword, () => setDone(true));
  const { input, submit } = useForm(passwordForm(t), ({ password }) => call({ body: { token, password } }));
  if (isDone) return <GuestPage title={t('passwordSet')} text={t('passwordSetText')} />;
  return (
    <GuestPage title={t('resetTitle')}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <GuestProblem error={error} />
        <TextField
          label={t('newPassword')}
          help={t('passwordHelp')}
          type="password"
          autoComplete="new-password"
          {...input('password')}
        />
        <Button kind="primary" type="submit" disabled={isPending}>
          {t('setPassword')}
        </Button>
      </form>
    </GuestPage>
  );
}
