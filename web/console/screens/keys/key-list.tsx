import { createApiKey, listApiKeys } from '../../../api/generated/api-keys.ts';
import type { ApiKey } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { type Column, identifier, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { looksOf } from '../../../ui/look.ts';
import { KeyBulk } from './key-bulk.tsx';
import { NewKey } from './new-key.tsx';

const keyStatus = looksOf<ApiKey['status']>({
  ACTIVE: { tone: 'good' },
  INACTIVE: { tone: 'warn' },
  DELETED: { tone: 'neutral', shape: 'struck' },
});

const columns: readonly Column<ApiKey>[] = [
  text('name', ({ name }) => name, { place: 'title' }),
  status('status', ({ status: state }) => keyStatus.look(state)),
  text('prefix', ({ prefix }) => `${prefix}…`),
  text('access', ({ role, scopes }, say) => (role ? say(`role.${role}`) : scopes.join(', ')), {
    place: 'none',
  }),
  time('expiresAt', ({ expiresAt }) => expiresAt),
  time('createdAt', ({ createdAt }) => createdAt, { place: 'none' }),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

/** Keys of programs. The secret of each was shown once. */
export function KeyList() {
  const t = useMessages('keys');
  const create = (
    <Allowed operation={createApiKey}>
      <NewKey />
    </Allowed>
  );
  return (
    <ListPage
      title={t('title')}
      operation={listApiKeys}
      input={{}}
      columns={columns}
      idOf={({ id }) => id}
      say={t}
      actions={create}
      bulk={(rows, done) => <KeyBulk rows={rows} onDone={done} />}
      empty={<EmptyState text={t('empty')} action={create} />}
    />
  );
}
