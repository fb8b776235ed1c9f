import { listAccountAliases } from '../../../api/generated/accounts-and-aliases.ts';
import type { AccountAlias } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { List } from '../../../parts/list-page.tsx';
import { type Column, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

const columns: readonly Column<AccountAlias>[] = [
  text('alias', ({ value }) => value, { place: 'title' }),
  time('effectiveFrom', ({ effectiveFrom }) => effectiveFrom),
  time('effectiveUntil', ({ effectiveUntil }) => effectiveUntil),
  time('createdAt', ({ createdAt }) => createdAt, { place: 'none' }),
];

/** The other names under which events of the account may come. */
export function AliasTable({ accountId }: { accountId: string }) {
  const t = useMessages('accounts');
  return (
    <List
      name={t('aliases')}
      operation={listAccountAliases}
      input={{ account_id: accountId }}
      columns={columns}
      idOf={({ id }) => id}
      say={t}
      empty={<EmptyState text={t('noAliases')} />}
    />
  );
}
