import { useQuery } from '@tanstack/react-query';
import type { OrganizationLink } from '../api/generated/types.ts';
import { acceptInvitation, joinOrganization, lookUpLink } from '../api/generated/users-and-sessions.ts';
import { one } from '../api/queries.ts';
import { useMessages } from '../messages/catalogs.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useForm } from '../ui/use-form.ts';
import { GuestPage } from './guest-page.tsx';
import { GuestProblem } from './guest-problem.tsx';
import { openConsole } from './load-session.ts';
import { invitedForm } from './person-form.ts';
import { SignInForm } from './sign-in-form.tsx';
import { useCall } from './use-call.ts';

/** Somebody who was invited: a new user chooses a name and a password, a known one signs in and joins. */
export function AcceptInvitation({ token }: { token: string }) {
  const t = useMessages('session');
  const {
    data: link,
    error,
    isPending,
  } = useQuery({ ...one(lookUpLink, { body: { token } }), retry: false });
  if (isPending) return <Skeleton lines={4} />;
  if (error)
    return (
      <GuestPage title={t('invitation')}>
        <GuestProblem error={error} />
      </GuestPage>
    );
  const title = t('joinTitle', { organization: link.organizationName });
  return (
    <GuestPage title={title} text={t('joinText', { role: link.roleName, email: link.email ?? '' })}>
      {link.hasUser ? <KnownUser token={token} link={link} /> : <NewUser token={token} />}
    </GuestPage>
  );
}

function NewUser({ token }: { token: string }) {
  const t = useMessages('session');
  const { call, error, isPending } = useCall(acceptInvitation, openConsole);
  const { input, submit } = useForm(invitedForm(t), (person) => call({ body: { token, ...person } }));
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <GuestProblem error={error} />
      <TextField label={t('name')} autoComplete="name" {...input('name')} />
      <TextField
        label={t('password')}
        help={t('passwordHelp')}
        type="password"
        autoComplete="new-password"
        {...input('password')}
      />
      <Button kind="primary" type="submit" disabled={isPending}>
        {t('join')}
      </Button>
    </form>
  );
}

function KnownUser({ token, link }: { token: string; link: OrganizationLink }) {
  const t = useMessages('session');
  const { call, error } = useCall(joinOrganization, openConsole);
  return (
    <>
      <GuestProblem error={error} />
      <SignInForm email={link.email ?? ''} label={t('join')} onDone={() => call({ body: { token } })} />
    </>
  );
}
