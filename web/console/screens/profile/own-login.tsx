import { useMessages } from '../../../messages/catalogs.ts';
import { ProviderButtons } from '../../../session/provider-buttons.tsx';
import { useSession } from '../../../session/session.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/page.tsx';
import { ChangePassword } from './change-password.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { SecondFactor } from './second-factor.tsx';

/** Password, authenticator app and passkeys; or why this session does not reach them. */
export function OwnLogin() {
  const t = useMessages('profile');
  const { session, organization, isIdentityProviderMissing } = useSession();
  if (isIdentityProviderMissing)
    return (
      <Notice
        kind="warn"
        title={t('providerMissing')}
        actions={<ProviderButtons search={{ organizationId: organization.id }} />}
      >
        {t('providerMissingText')}
      </Notice>
    );
  if (session.authenticatedBy === 'IDENTITY_PROVIDER')
    return (
      <Section title={t('signInMethods')}>
        <Notice kind="info" title={t('byProvider')}>
          {t('byProviderText')}
        </Notice>
      </Section>
    );
  return (
    <>
      <Section title={t('password')}>
        <ChangePassword />
      </Section>
      <Section title={t('factor')}>
        <SecondFactor />
      </Section>
      <Section title={t('passkeys')}>
        <PasskeyList />
      </Section>
    </>
  );
}
