import type { User } from '../../../api/generated/types.ts';
import { listUsers } from '../../../api/generated/users-and-sessions.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { List } from '../../../parts/list-page.tsx';
import { type Column, identifier, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { MemberActions } from './member-actions.tsx';

const columns: readonly Column<User>[] = [
  text('name', ({ name }) => name, { place: 'title' }),
  text('email', ({ email }) => email),
  text('role', ({ roleName }) => roleName),
  time('lastLoginAt', ({ lastLoginAt }) => lastLoginAt, { place: 'none' }),
  time('createdAt', ({ createdAt }) => createdAt, { place: 'none' }),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

/** Members; the role of one that is selected can be changed, and any can be removed. */
export function UserTable() {
  const t = useMessages('team');
  return (
    <List
      name={t('users')}
      operation={listUsers}
      input={{}}
      columns={columns}
      idOf={({ id }) => id}
      say={t}
      bulk={(rows, done) => <MemberActions members={rows} onDone={done} />}
      empty={<EmptyState text={t('noUsers')} />}
    />
  );
}
