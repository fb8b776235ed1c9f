import type { UserInvitation } from '../../../api/generated/types.ts';
import {
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '../../../api/generated/users-and-sessions.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { List } from '../../../parts/list-page.tsx';
import { looksOf } from '../../../parts/look.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

const invitationStatus = looksOf<UserInvitation['status']>({
  PENDING: { tone: 'info', shape: 'outline' },
  EXPIRED: { tone: 'warn' },
});

const columns: readonly Column<UserInvitation>[] = [
  text('email', ({ email }) => email, { place: 'title' }),
  text('role', ({ roleName }) => roleName),
  status('status', ({ status: state }) => invitationStatus.look(state)),
  time('expiresAt', ({ expiresAt }) => expiresAt),
  time('createdAt', ({ createdAt }) => createdAt, { place: 'none' }),
];

/** Who was invited; selected invitations can be sent again or revoked. */
export function InvitationTable() {
  const t = useMessages('team');
  const resend = useWrite(resendInvitation);
  const revoke = useWrite(revokeInvitation);
  const each = async (
    write: { mutateAsync(input: { invitation_id: string }): Promise<unknown> },
    { rows, clear }: { rows: readonly UserInvitation[]; clear: () => void },
  ) => {
    await Promise.allSettled(rows.map(({ id }) => write.mutateAsync({ invitation_id: id })));
    clear();
  };
  return (
    <List
      name={t('invitations')}
      operation={listInvitations}
      input={{}}
      columns={columns}
      idOf={({ id }) => id}
      say={(key) => t(key as 'title')}
      bulk={(rows, clear) => (
        <Allowed operation={resendInvitation}>
          <Button disabled={resend.isPending} onClick={() => void each(resend, { rows, clear })}>
            {t('resend')}
          </Button>
          <Button
            kind="danger"
            disabled={revoke.isPending}
            onClick={() => void each(revoke, { rows, clear })}
          >
            {t('revoke')}
          </Button>
        </Allowed>
      )}
      empty={<EmptyState text={t('noInvitations')} />}
    />
  );
}
