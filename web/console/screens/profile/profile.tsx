import { useMessages } from '../../../messages/catalogs.ts';
import { useSession } from '../../../session/session.tsx';
import { useOrganizationName } from '../../../session/use-organization-name.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { OwnLogin } from './own-login.tsx';
import { SessionTable } from './session-table.tsx';

/** The user's own page: who they are, how they sign in, and where they are signed in. */
export function Profile() {
  const t = useMessages('profile');
  const { user, roleName, isSecondFactorMissing } = useSession();
  const organization = useOrganizationName();
  return (
    <Page title={t('title')}>
      {isSecondFactorMissing && (
        <Notice kind="warn" title={t('factorMissing')}>
          {t('factorMissingText')}
        </Notice>
      )}
      <Facts
        facts={[
          { label: t('name'), value: <bdi>{user.name}</bdi> },
          { label: t('email'), value: <bdi>{user.email}</bdi> },
          { label: t('role'), value: roleName },
          { label: t('organization'), value: <bdi>{organization}</bdi> },
        ]}
      />
      <OwnLogin />
      <Section title={t('sessions')}>
        <SessionTable />
      </Section>
    </Page>
  );
}
