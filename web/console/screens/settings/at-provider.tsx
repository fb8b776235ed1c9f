import type { IdentityProviderSettings } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Section } from '../../../ui/page.tsx';

/** What somebody copies into the forms of the provider, and what the operator has to allow before. */
export function AtProvider({ settings }: { settings: IdentityProviderSettings }) {
  const t = useMessages('identityProvider');
  const { redirectUri, loginUrl, allowedEmailDomains } = settings;
  return (
    <Section title={t('atProvider')}>
      <div className="grid max-w-4xl gap-x-6 gap-y-3 md:grid-cols-2">
        <Copied label={t('redirectUri')} code={redirectUri} />
        <Copied label={t('loginUrl')} code={loginUrl} />
      </div>
      <div className="max-w-[72ch]">
        <p className="font-medium">{t('domainsAllowed')}</p>
        {allowedEmailDomains.length > 0 ? (
          <p className="break-words text-muted">{allowedEmailDomains.join(' · ')}</p>
        ) : (
          <p className="text-muted">
            {t('noDomains')} <code className="font-mono text-caption">{ALLOW}</code>
          </p>
        )}
      </div>
    </Section>
  );
}

const ALLOW = 'npm run organization -- allow-domain';

function Copied({ label, code }: { label: string; code: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="font-medium">{label}</p>
      <CodeBlock label={label} code={code} />
    </div>
  );
}
