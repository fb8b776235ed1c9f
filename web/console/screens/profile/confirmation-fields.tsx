import { ApiProblem } from '../../../api/problem.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { useSession } from '../../../session/session.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import type { ConfirmationFields as Fields } from './passkey-form.ts';

/** Whether the service wants to know again that it is the user. */
export function isConfirmationNeeded(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'FRESH_LOGIN_NEEDED';
}

type Input = ReturnType<typeof useForm<Fields, unknown>>['input'];

/** The password, and a code of those who have an authenticator app. */
export function ConfirmationFields({ input }: { input: Input }) {
  const t = useMessages('profile');
  const { user } = useSession();
  return (
    <>
      <p>{t('confirmIdentity')}</p>
      <TextField
        label={t('currentPassword')}
        type="password"
        autoComplete="current-password"
        {...input('currentPassword')}
      />
      {user.hasSecondFactor && (
        <TextField
          label={t('confirmCode')}
          help={t('confirmCodeHelp')}
          autoComplete="one-time-code"
          {...input('code')}
        />
      )}
    </>
  );
}
