import { ApiProblem, kindOf } from '../api/problem.ts';
import { type Translate, useMessages } from '../messages/catalogs.ts';
import { Notice } from '../ui/notice.tsx';
import type { SessionKey } from './person-form.ts';

/** Why a page for people without a session could not do what it was asked to. */
export function GuestProblem({ error }: { error: unknown }) {
  const t = useMessages('session');
  if (error === null) return null;
  const text = error instanceof Error ? error.message : String(error);
  if (kindOf(error) === 'offline') return <Notice kind="bad" title={t('offline')} />;
  const title = titleOf(error, t);
  if (title === null) return <Notice kind="bad" title={text} />;
  return (
    <Notice kind="bad" title={title}>
      {isDetailed(error) && text}
    </Notice>
  );
}

const OIDC_CODES = [
  ...(['OIDC_LOGIN_OVER', 'EMAIL_UNTRUSTED', 'IDENTITY_IN_USE', 'NO_ROLE_FOR_IDENTITY'] as const),
  ...([
    'IDENTITY_PROVIDER_UNREACHABLE',
    'IDENTITY_PROVIDER_NOT_FOUND',
    'IDENTITY_PROVIDER_REQUIRED',
  ] as const),
  ...(['IDENTITY_PROVIDER_REJECTED', 'IDENTITY_PROVIDER_RESPONSE_INVALID'] as const),
];

/** Logins with identity providers have texts of their own; null: the service's words say all. */
function titleOf(error: unknown, t: Translate<SessionKey>): string | null {
  const code = OIDC_CODES.find((each) => error instanceof ApiProblem && error.code === each);
  return code ? t(`oidc.${code}`) : null;
}

/** The service names what the provider answered. */
function isDetailed(error: unknown): boolean {
  const { code } = error as ApiProblem;
  return code === 'IDENTITY_PROVIDER_REJECTED' || code === 'IDENTITY_PROVIDER_RESPONSE_INVALID';
}
