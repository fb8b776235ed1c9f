import { createInvitation, listUsers } from '../../../api/generated/users-and-sessions.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { DetailTabs } from '../../../parts/detail-tabs.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { Page } from '../../../ui/page.tsx';
import { InvitationTable } from './invitation-table.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RoleTable } from './role-table.tsx';
import { UserTable } from './user-table.tsx';

/** The people of the organization, their roles, and who was invited. */
export function Team() {
  const t = useMessages('team');
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <Allowed operation={createInvitation}>
            <InviteDialog />
          </Allowed>
          <SnippetButton code={snippet(listUsers, {})} />
        </>
      }
    >
      <DetailTabs
        label={t('parts')}
        tabs={[
          { id: 'users', title: t('users'), content: () => <UserTable /> },
          { id: 'invitations', title: t('invitations'), content: () => <InvitationTable /> },
          { id: 'roles', title: t('roles'), content: () => <RoleTable /> },
        ]}
      />
    </Page>
  );
}
