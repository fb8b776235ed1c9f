import type { UserInvitation } from '../../../api/generated/types.ts';
import {
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '../../../api/generated/users-and-sessions.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { BulkButton } from '../../../parts/bulk-button.tsx';
import { List } from '../../../parts/list-page.tsx';
import { type Column, moment, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { looksOf } from '../../../ui/look.ts';

const invitationStatus = looksOf<UserInvitation['status']>({
  PENDING: { tone: 'info', shape: 'outline' },
  EXPIRED: { tone: 'warn' },
});

const columns: readonly Column<UserInvitation>[] = [
  text('email', ({ email }) => email, { place: 'title' }),
  text('role', ({ roleName }) => roleName),
  status('status', ({ status: state }) => invitationStatus.look(state)),
  moment('expiresAt', ({ expiresAt }) => expiresAt),
  time('createdAt', ({ createdAt }) => createdAt, { place: 'none' }),
];

const inputOf = ({ id }: UserInvitation) => ({ invitation_id: id });

/** Who was invited; selected invitations can be sent again or revoked. */
export function InvitationTable() {
  const t = useMessages('team');
  return (
    <List
      name={t('invitations')}
      operation={listInvitations}
      input={{}}
      columns={columns}
      idOf={({ id }) => id}
      say={t}
      bulk={(rows, done) => (
        <>
          <BulkButton label={t('resend')} operation={resendInvitation} {...{ inputOf, rows }} onDone={done} />
          <BulkButton
            label={t('revoke')}
            kind="danger"
            operation={revokeInvitation}
            {...{ inputOf, rows }}
            onDone={done}
          />
        </>
      )}
      empty={<EmptyState text={t('noInvitations')} />}
    />
  );
}
