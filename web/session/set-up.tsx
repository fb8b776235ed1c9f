import { setUpOrganization } from '../api/generated/users-and-sessions.ts';
import { useMessages } from '../messages/catalogs.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { useForm } from '../ui/use-form.ts';
import { GuestPage } from './guest-page.tsx';
import { GuestProblem } from './guest-problem.tsx';
import { openEnvironment } from './load-session.ts';
import { newPersonForm } from './person-form.ts';
import { useCall } from './use-call.ts';

/** The first administrator, by the link that the first start printed. */
export function SetUp({ token }: { token: string }) {
  const t = useMessages('session');
  const { call, error, isPending } = useCall(setUpOrganization, openEnvironment);
  const { input, submit } = useForm(newPersonForm(t), (person) => call({ body: { token, ...person } }));
  return (
    <GuestPage title={t('setUp')} text={t('setUpText')}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <GuestProblem error={error} />
        <TextField label={t('name')} autoComplete="name" {...input('name')} />
        <TextField label={t('email')} type="email" autoComplete="username" {...input('email')} />
        <TextField
          label={t('password')}
          help={t('passwordHelp')}
          type="password"
          autoComplete="new-password"
          {...input('password')}
        />
        <Button kind="primary" type="submit" disabled={isPending}>
          {t('create')}
        </Button>
      </form>
    </GuestPage>
  );
}
