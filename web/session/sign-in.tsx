import { logIn } from '../api/generated/users-and-sessions.ts';
import { useMessages } from '../messages/catalogs.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { useForm } from '../ui/use-form.ts';
import { place } from './environment.ts';
import { GuestPage } from './guest-page.tsx';
import { GuestProblem } from './guest-problem.tsx';
import { signInForm } from './person-form.ts';
import { useCall } from './use-call.ts';

export function SignIn() {
  const t = useMessages('session');
  return (
    <GuestPage title={t('signIn')} hasSignIn={false}>
      <SignInForm onDone={() => location.reload()} />
      <a href={`${place.root}/console/forgot`} className="text-accent hover:underline">
        {t('forgot')}
      </a>
    </GuestPage>
  );
}

/** Also shown above a screen whose session has ended, so that nothing typed there is lost. */
export function SignInForm({ onDone }: { onDone(): void }) {
  const t = useMessages('session');
  const { call, error, isPending } = useCall(logIn, onDone);
  const { input, submit } = useForm(signInForm(t), (body) => call({ body }));
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <GuestProblem error={error} />
      <TextField label={t('email')} type="email" autoComplete="username" {...input('email')} />
      <TextField
        label={t('password')}
        type="password"
        autoComplete="current-password"
        {...input('password')}
      />
      <Button kind="primary" type="submit" disabled={isPending}>
        {t('signIn')}
      </Button>
    </form>
  );
}
