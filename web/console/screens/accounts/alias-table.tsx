import { useMemo } from 'react';
import {
  addAccountAliases,
  listAccountAliases,
  removeAccountAliases,
} from '../../../api/generated/accounts-and-aliases.ts';
import type { Account, AccountAlias } from '../../../api/generated/types.ts';
import { formatDay, now } from '../../../format/time.ts';
import { type Translate, useMessages } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/accounts.json';
import { Allowed } from '../../../parts/allowed.tsx';
import { List } from '../../../parts/list-page.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { type Column, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { AddAlias } from './add-alias.tsx';
import { RemoveAlias } from './remove-alias.tsx';

/** The other ids under which events of the account may come. */
export function AliasTable({ account }: { account: Account }) {
  const t = useMessages('accounts');
  const session = useSession();
  const { timezone: zone } = session.organization;
  const isOpen = account.status !== 'ARCHIVED';
  const canRemove = isOpen && isAllowed(session, removeAccountAliases);
  const columns = useMemo(
    () => columnsOf(t, { accountId: account.id, zone, canRemove }),
    [t, account.id, zone, canRemove],
  );
  const add = isOpen && (
    <Allowed operation={addAccountAliases}>
      <AddAlias accountId={account.id} zone={zone} />
    </Allowed>
  );
  return (
    <List
      name={t('aliases')}
      operation={listAccountAliases}
      input={{ account_id: account.id }}
      columns={columns}
      idOf={({ id }) => id}
      say={t as (key: string) => string}
      filters={add}
      empty={<EmptyState text={t('noAliases')} />}
    />
  );
}

interface Terms {
  accountId: string;
  zone: string;
  canRemove: boolean;
}

/** Instants that mean no start and no end. */
const [BEGINNING, END] = ['0002', '9999'];

function columnsOf(
  t: Translate<keyof typeof texts>,
  { accountId, zone, canRemove }: Terms,
): readonly Column<AccountAlias>[] {
  const actions: Column<AccountAlias> = {
    id: 'actions',
    cell: (alias) =>
      alias.effectiveUntil > now() && <RemoveAlias accountId={accountId} alias={alias} zone={zone} />,
    text: () => '',
    place: 'amount',
  };
  return [
    text('alias', ({ value }) => value, { place: 'title' }),
    text('effectiveFrom', ({ effectiveFrom: from }) =>
      from < BEGINNING ? t('sinceEver') : formatDay(from, zone),
    ),
    text('effectiveUntil', ({ effectiveUntil: until }) =>
      until >= END ? t('withoutEnd') : formatDay(until, zone),
    ),
    time('createdAt', ({ createdAt }) => createdAt, { place: 'none' }),
    ...(canRemove ? [actions] : []),
  ];
}
