import { createApiKey, listApiKeys } from '../../../api/generated/api-keys.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { KeyBulk } from './key-bulk.tsx';
import { keyColumns } from './key-columns.tsx';
import { NewKey } from './new-key.tsx';
import { useKeyUsage } from './use-key-usage.ts';

/** Keys of programs. The secret of each was shown once. */
export function KeyList() {
  const t = useMessages('keys');
  const usage = useKeyUsage();
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
      columns={keyColumns(usage, t)}
      idOf={({ id }) => id}
      say={t}
      actions={create}
      bulk={(rows, done) => <KeyBulk rows={rows} onDone={done} />}
      empty={<EmptyState text={t('empty')} action={create} />}
    />
  );
}
