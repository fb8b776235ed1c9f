import { useState } from 'react';
import { useMessages } from '../messages/catalogs.ts';
import { AcceptInvitation } from './accept-invitation.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import type { GuestKind } from './guest-kind.ts';
import { GuestPage } from './guest-page.tsx';
import { takeLinkToken } from './link-token.ts';
import { OidcCallback } from './oidc-callback.tsx';
import { ResetPassword } from './reset-password.tsx';
import { SetUp } from './set-up.tsx';
import { SignIn } from './sign-in.tsx';

export function Guest({ kind }: { kind: GuestKind }) {
  const t = useMessages('session');
  const [token] = useState(takeLinkToken);
  if (kind === 'sign-in') return <SignIn />;
  if (kind === 'oidc') return <OidcCallback />;
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
