import { getRouteApi, Link } from '@tanstack/react-router';
import { createCredits, listCredits } from '../../../api/generated/credits.ts';
import type { Credit } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { creditStatus } from '../../../parts/credit-look.ts';
import { ListPage } from '../../../parts/list-page.tsx';
import { RecordFilter } from '../../../parts/record-filter.tsx';
import { accounts } from '../../../parts/record-kinds.ts';
import { nameOf } from '../../../parts/record-names/name-column.ts';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { type Column, identifier, money, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';
import { remainingOf } from './credit-view.ts';

const columns: readonly Column<Credit>[] = [
  text('purpose', ({ purpose }) => purpose, { place: 'title' }),
  nameOf('account', { kind: 'accounts', read: ({ accountId }) => accountId }),
  status('status', ({ status: state }) => creditStatus.look(state)),
  money('granted', ({ creditAmount, creditUnit }) => ({ amount: creditAmount, currency: creditUnit }), {
    place: 'none',
  }),
  money('left', (credit) => ({ amount: remainingOf(credit), currency: credit.creditUnit })),
  time('effectiveFrom', ({ effectiveFrom }) => effectiveFrom, { place: 'none' }),
  time('effectiveUntil', ({ effectiveUntil }) => effectiveUntil),
  text('priority', ({ priority }) => String(priority), { isExtra: true, place: 'none' }),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

const route = getRouteApi('/credits');

export function CreditList() {
  const t = useMessages('credits');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  return (
    <ListPage
      title={t('title')}
      actions={
        <Allowed operation={createCredits}>
          <Link to="/credits/import" className={buttonClasses()}>
            {t('import')}
          </Link>
          <Link
            to="/credits/new"
            search={search.account_id ? { account_id: search.account_id } : {}}
            className={buttonClasses('primary')}
          >
            {t('grant')}
          </Link>
        </Allowed>
      }
      operation={listCredits}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t}
      filters={
        <>
          <SearchField value={search._search ?? ''} onChange={(_search) => change({ _search })} />
          <RecordFilter
            kind={accounts}
            label={t('account')}
            value={search.account_id ?? ''}
            onChange={(account_id) => change({ account_id, ...(account_id === '' && { status: '' }) })}
          />
          {/* The service filters by status within an account only. */}
          {search.account_id && (
            <ChoiceFilter
              label={t('status')}
              value={search.status ?? ''}
              onChange={(status) => change({ status })}
              options={creditStatus.options(t)}
            />
          )}
        </>
      }
      empty={<EmptyState text={t('empty')} />}
    />
  );
}

function pathOf({ id }: Credit): string {
  return recordPath('credits', id);
}
