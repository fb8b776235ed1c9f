import type { User } from '../../../api/generated/types.ts';
import { listUsers } from '../../../api/generated/users-and-sessions.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { List } from '../../../parts/list-page.tsx';
import { consoleUrl, place } from '../../../session/environment.ts';
import { type Column, identifier, moment, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { MemberActions } from './member-actions.tsx';

const columns: readonly Column<User>[] = [
  text('name', ({ name }) => name, { place: 'title' }),
  text('email', ({ email }) => email),
  text('role', ({ roleName }) => roleName),
  moment('lastLoginAt', ({ lastLoginAt }) => lastLoginAt, { place: 'none' }),
  time('createdAt', ({ createdAt }) => createdAt, { place: 'none' }),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

/** Members; the role of one that is selected can be changed, and any can be removed. */
export function UserTable() {
  const t = useMessages('team');
  return (
    <>
      {/* Above the list, whose height is known only when it is there. */}
      {place.environment === 'sandbox' && <ProductionMembers />}
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
    </>
  );
}

/** Who works in production works in the sandbox, too, and is managed there. */
function ProductionMembers() {
  const t = useMessages('team');
  return (
    <p className="mb-4 max-w-[72ch] text-muted">
      {t('productionMembers')}{' '}
      <a href={`${consoleUrl('production')}team`} className="text-accent underline">
        {t('openProductionTeam')}
      </a>
    </p>
  );
}
