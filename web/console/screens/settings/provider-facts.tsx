import type { IdentityProviderSettings } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Facts } from '../../../ui/page.tsx';

/** For those who may read the organization only. */
export function ProviderFacts({ provider }: Pick<IdentityProviderSettings, 'provider'>) {
  const t = useMessages('identityProvider');
  return (
    <>
      <Notice kind="info" title={t('readOnly')} />
      {provider && (
        <Facts
          facts={[
            { label: t('name'), value: <bdi>{provider.name}</bdi> },
            { label: t('issuer'), value: <bdi>{provider.issuer}</bdi> },
            { label: t('clientId'), value: <bdi>{provider.clientId}</bdi> },
            { label: t('emailDomains'), value: provider.emailDomains.join(' · ') },
          ]}
        />
      )}
    </>
  );
}
