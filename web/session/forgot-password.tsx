import { useState } from 'react';
import { requestPasswordReset } from '../api/generated/users-and-sessions.ts';
import { useMessages } from '../messages/catalogs.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { useForm } from '../ui/use-form.ts';
import { GuestPage } from './guest-page.tsx';
import { GuestProblem } from './guest-problem.tsx';
import { emailForm } from './person-form.ts';
import { useCall } from './use-call.ts';

/** Says the same for every address: nobody learns who is a user. */
export function ForgotPassword() {
  const t = useMessages('session');
  const [isSent, setSent] = useState(false);
  const { call, error, isPending } = useCall(requestPasswordReset, () => setSent(true));
  const { input, submit } = useForm(emailForm(t), (body) => call({ body }));
  if (isSent) return <GuestPage title={t('mailSent')} text={t('mailSentText')} />;
  return (
    <GuestPage title={t('forgotTitle')} text={t('forgotText')}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <GuestProblem error={error} />
        <TextField label={t('email')} type="email" autoComplete="username" {...input('email')} />
        <Button kind="primary" type="submit" disabled={isPending}>
          {t('sendLink')}
        </Button>
      </form>
    </GuestPage>
  );
}
