import { useQueries } from '@tanstack/react-query';
import { listAccounts } from '../../../api/generated/accounts-and-aliases.ts';
import { addInvoiceGroupAccounts } from '../../../api/generated/invoice-groups.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { nameOf } from '../../../parts/record-names/name-column.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { type Column, identifier, text } from '../../../ui/data-table/columns.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { AddMember } from './add-member.tsx';
import { type Member, membersOf } from './invoice-group-view.ts';
import { RemoveMembers } from './remove-members.tsx';

const columns: readonly Column<Member>[] = [
  text('account', ({ id, account }) => account?.name ?? id, { place: 'title' }),
  nameOf('customer', { kind: 'customers', read: ({ account }) => account?.customerId }),
  text('currency', ({ account }) => account?.invoiceCurrency, { place: 'none' }),
  identifier('id', ({ id }) => id),
];

interface GroupMembersProps {
  groupId: string;
  /** By page. */
  accountIds: readonly (readonly string[])[];
  more: { hasMore: boolean; onMore(): void };
}

/** The accounts whose invoices the group merges; others can join, and selected ones leave. */
export function GroupMembers({ groupId, accountIds, more }: GroupMembersProps) {
  const t = useMessages('invoiceGroups');
  const link = useRecordLink(pathOf);
  const names = useQueries({
    queries: accountIds.map((ids) => ({
      ...one(listAccounts, { account_id: ids.join(','), pageSize: 100 }),
      enabled: ids.length > 0,
    })),
  });
  const known = names.flatMap(({ data }) => data?.data ?? []);
  return (
    <DataTable
      name={t('accounts')}
      columns={columns}
      data={{
        rows: membersOf(accountIds.flat(), known),
        isLoading: names.some(({ isLoading }) => isLoading),
        isStale: names.some(({ isFetching }) => isFetching),
        ...more,
      }}
      idOf={({ id }) => id}
      link={link}
      say={t}
      filters={
        <Allowed operation={addInvoiceGroupAccounts}>
          <AddMember groupId={groupId} />
        </Allowed>
      }
      bulk={(rows, done) => <RemoveMembers groupId={groupId} members={rows} onDone={() => done([])} />}
      empty={<EmptyState text={t('noAccounts')} />}
    />
  );
}

function pathOf({ id }: Member): string {
  return recordPath('accounts', id);
}
