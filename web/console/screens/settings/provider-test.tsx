import type { DiscoveredIdentityProvider } from '../../../api/generated/types.ts';
import { discoverIdentityProvider } from '../../../api/generated/users-and-sessions.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { useProblemText } from '../../../parts/problem-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** Has the service read what the provider says about itself, before anything is saved. */
export function ProviderTest({ issuer }: { issuer: string }) {
  const t = useMessages('identityProvider');
  const textOf = useProblemText();
  const { mutate, data, error, isPending, variables } = useWrite(discoverIdentityProvider);
  // What was tested is another provider than the one that is typed now.
  const isCurrent = variables?.body.issuer === issuer;
  return (
    <div className="flex flex-col items-start gap-3" aria-live="polite">
      <Button disabled={isPending || issuer === ''} onClick={() => mutate({ body: { issuer } })}>
        {isPending ? t('testing') : t('test')}
      </Button>
      {isCurrent && data && (
        <Notice kind="good" title={t('testGood')}>
          <Discovered found={data} />
        </Notice>
      )}
      {isCurrent && error && (
        <Notice kind="bad" title={t('testBad')}>
          {textOf(error)}
        </Notice>
      )}
    </div>
  );
}

function Discovered({ found }: { found: DiscoveredIdentityProvider }) {
  const t = useMessages('identityProvider');
  return (
    <>
      <p>{t('testLogin', { url: found.authorizationEndpoint })}</p>
      <p>{found.endSessionEndpoint ? t('testLogout') : t('testNoLogout')}</p>
      {found.claims.length > 0 && <p>{t('testClaims', { claims: found.claims.join(', ') })}</p>}
    </>
  );
}
