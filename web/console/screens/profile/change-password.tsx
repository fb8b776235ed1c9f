import { changePassword } from '../../../api/generated/users-and-sessions.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { isLongPassword } from '../../../session/credentials.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useForm } from '../../../ui/use-form.ts';

export function ChangePassword() {
  const t = useMessages('profile');
  const write = useWrite(changePassword);
  const { input, submit, reset } = useForm(
    {
      initial: { currentPassword: '', password: '' },
      check: ({ currentPassword, password }) => ({
        ...(currentPassword === '' && { currentPassword: t('currentMissing') }),
        ...(!isLongPassword(password) && { password: t('passwordShort') }),
      }),
      read: (fields) => fields,
    },
    (body) => write.mutate({ body }, { onSuccess: reset }),
  );
  return (
    <form onSubmit={submit} noValidate className="flex max-w-sm flex-col gap-4">
      {write.isError && <ProblemNotice error={write.error} />}
      {write.isSuccess && <Notice kind="good" title={t('passwordChanged')} />}
      <TextField
        label={t('currentPassword')}
        type="password"
        autoComplete="current-password"
        {...input('currentPassword')}
      />
      <TextField
        label={t('newPassword')}
        type="password"
        autoComplete="new-password"
        {...input('password')}
      />
      <span>
        <Button type="submit" disabled={write.isPending}>
          {t('changePassword')}
        </Button>
      </span>
    </form>
  );
}
