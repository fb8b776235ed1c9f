import { useState } from 'react';
import { useMessages } from '../messages/catalogs.ts';
import { AcceptInvitation } from './accept-invitation.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { GuestPage } from './guest-page.tsx';
import { takeLinkToken } from './link-token.ts';
import { ResetPassword } from './reset-password.tsx';
import { SetUp } from './set-up.tsx';
import { SignIn } from './sign-in.tsx';

type Kind = 'setup' | 'invitation' | 'reset' | 'forgot' | 'sign-in';

/** The pages for people without a session, by the last part of the path. */
export function guestKindOf(pathname: string): Kind {
  const found = /\/console\/(setup|invitation|reset|forgot)\/?$/.exec(pathname)?.[1];
  return (found as Kind | undefined) ?? 'sign-in';
}

export function Guest({ kind }: { kind: Kind }) {
  const t = useMessages('session');
  const [token] = useState(takeLinkToken);
  if (kind === 'sign-in') return <SignIn />;
  if (kind === 'forgot') return <ForgotPassword />;
  if (token === null) return <GuestPage title={t('linkIncomplete')} text={t('linkIncompleteText')} />;
  switch (kind) {
    case 'setup':
      return <SetUp token={token} />;
    case 'invitation':
      return <AcceptInvitation token={token} />;
    case 'reset':
      return <ResetPassword token={token} />;
    default:
      return kind satisfies never;
  }
}
