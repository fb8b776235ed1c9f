import { useState } from 'react';
import { problemOf } from '../api/transport.ts';
import { useMessages } from '../messages/catalogs.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { type Form, useForm } from '../ui/use-form.ts';
import { signIn } from './load-session.ts';

type Credentials = { email: string; password: string };

export function SignIn() {
  const t = useMessages('shell');
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-6 p-4">
      <div>
        <p className="font-semibold text-accent">{t('product')}</p>
        <h1 className="mt-1 text-h1 font-semibold">{t('signIn')}</h1>
      </div>
      <SignInForm onDone={() => location.reload()} />
    </main>
  );
}

/** Also shown above a screen whose session has ended, so that nothing typed there is lost. */
export function SignInForm({ onDone }: { onDone(): void }) {
  const t = useMessages('shell');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const form: Form<Credentials, Credentials> = {
    initial: { email: '', password: '' },
    check: ({ email, password }) => ({
      ...(!email.includes('@') && { email: t('emailMissing') }),
      ...(password === '' && { password: t('passwordMissing') }),
    }),
    read: (fields) => fields,
  };
  const { input, submit } = useForm(form, async (credentials) => {
    setSending(true);
    const response = await signIn(credentials);
    setSending(false);
    if (response.ok) return onDone();
    setProblem(problemOf(response, await response.text()).message);
  });
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {problem && <Notice kind="bad" title={problem} />}
      <TextField label={t('email')} type="email" autoComplete="username" {...input('email')} />
      <TextField
        label={t('password')}
        type="password"
        autoComplete="current-password"
        {...input('password')}
      />
      <Button kind="primary" type="submit" disabled={isSending}>
        {t('signIn')}
      </Button>
    </form>
  );
}
