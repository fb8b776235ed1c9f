import { useState } from 'react';
import { logIn } from '../api/generated/users-and-sessions.ts';
import { ApiProblem } from '../api/problem.ts';
import { useMessages } from '../messages/catalogs.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { KeyRound } from '../ui/icons.ts';
import { useForm } from '../ui/use-form.ts';
import { isEmail } from './credentials.ts';
import { GuestProblem } from './guest-problem.tsx';
import { hasPasskeys } from './passkey.ts';
import { signInForm } from './person-form.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { useCall } from './use-call.ts';
import { usePasskey } from './use-passkey.ts';

interface SignInFormProps {
  onDone(): void;
  /** Of somebody who is known already, such as who was invited. */
  email?: string;
  /** On the button, in place of “Sign in”. */
  label?: string;
  /** Whether it also offers the identity providers for the e-mail. */
  hasProviders?: boolean;
}

/**
 * With a password, and a code where the user has a second factor, or with a passkey. Also shown above a
 * screen whose session has ended, so that nothing typed there is lost.
 */
export function SignInForm({ onDone, email, label, hasProviders = false }: SignInFormProps) {
  const t = useMessages('session');
  const { call, error, isPending } = useCall(logIn, onDone);
  const passkey = usePasskey(onDone);
  const isCodeMissing = error instanceof ApiProblem && error.code === 'SECOND_FACTOR_MISSING';
  const { input, submit, fields } = useForm(signInForm(t, { email, isCodeMissing }), (body) =>
    call({ body }),
  );
  const [typed, setTyped] = useState('');
  const known = isProviderRequired(error) ? fields.email.trim() : typed;
  const field = input('email');
  return (
    <div className="flex flex-col gap-4">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <GuestProblem error={isCodeMissing ? null : (error ?? passkey.error)} />
        {email === undefined && (
          <TextField
            label={t('email')}
            type="email"
            autoComplete="username webauthn"
            {...field}
            onBlur={() => {
              field.onBlur();
              setTyped(isEmail(field.value) ? field.value.trim() : '');
            }}
          />
        )}
        <TextField
          label={t('password')}
          type="password"
          autoComplete="current-password"
          {...input('password')}
        />
        {(isCodeMissing || fields.code !== '') && (
          <TextField
            label={t('code')}
            help={t('codeHelp')}
            autoComplete="one-time-code"
            ref={focus}
            {...input('code')}
          />
        )}
        <Button kind="primary" type="submit" disabled={isPending}>
          {label ?? t('signIn')}
        </Button>
      </form>
      {hasPasskeys() && (
        <Button icon={KeyRound} disabled={passkey.isPending} onClick={passkey.signIn}>
          {t('passkey')}
        </Button>
      )}
      {hasProviders && known !== '' && <ProviderButtons search={{ email: known }} />}
    </div>
  );
}

function isProviderRequired(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'IDENTITY_PROVIDER_REQUIRED';
}

/** The field appears in response to the form: the user goes on typing there. */
function focus(input: HTMLInputElement | null): void {
  input?.focus();
}
