import { useEffect, useState } from 'react';
import { useMessages } from '../messages/catalogs.ts';
import { buttonClasses } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { place } from './environment.ts';
import { organizationOfResponse } from './guest-kind.ts';
import { GuestPage } from './guest-page.tsx';
import { GuestProblem } from './guest-problem.tsx';
import { finishOnce, takeOidcResponse } from './oidc-response.ts';

/** The page to which an identity provider sends the browser: it passes on the response, and goes on. */
export function OidcCallback() {
  const t = useMessages('session');
  const [response] = useState(takeOidcResponse);
  const [error, setError] = useState<unknown>(null);
  // The outside system is the service, which exchanges the response for a session.
  useEffect(() => {
    if (response) finishOnce(response).catch(setError);
  }, [response]);
  if (response && error === null)
    return (
      <GuestPage title={t('signingIn')} hasSignIn={false}>
        <Skeleton lines={2} />
      </GuestPage>
    );
  const organization = encodeURIComponent(organizationOfResponse(location.pathname) ?? '');
  return (
    <GuestPage title={t('signInFailed')} {...(!response && { text: t('noResponse') })} hasSignIn={false}>
      <GuestProblem error={error} />
      <a href={`${place.console}/?organization=${organization}`} className={buttonClasses('primary')}>
        {t('signInAnew')}
      </a>
    </GuestPage>
  );
}
