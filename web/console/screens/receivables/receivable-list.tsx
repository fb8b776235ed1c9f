import { getRouteApi, Link } from '@tanstack/react-router';
import { createPayment } from '../../../api/generated/payments.ts';
import { listReceivables } from '../../../api/generated/receivables.ts';
import type { Receivable } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';
import { receivableColumns, receivableState, totalRows } from './receivable-view.ts';

const route = getRouteApi('/receivables');

/** What everybody owes, by age; the totals of each currency stay in view. */
export function ReceivableList() {
  const t = useMessages('receivables');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  return (
    <ListPage
      title={t('title')}
      actions={
        <Allowed operation={createPayment}>
          <Link to="/payments/new" className={buttonClasses('primary')}>
            {t('recordPayment')}
          </Link>
        </Allowed>
      }
      operation={listReceivables}
      input={search}
      columns={receivableColumns}
      idOf={({ id }) => id}
      link={link}
      say={t as (key: string) => string}
      sort={{ by: search._sort ?? '', onSort: (_sort) => change({ _sort }) }}
      totalsOf={({ totals }) => totalRows(totals)}
      filters={
        <>
          <SearchField value={search._search ?? ''} onChange={(_search) => change({ _search })} />
          <ChoiceFilter
            label={t('state')}
            value={search.state ?? ''}
            onChange={(state) => change({ state })}
            options={receivableState.options(t)}
          />
        </>
      }
      empty={<EmptyState text={t('empty')} />}
    />
  );
}

function pathOf({ debtorType, debtorId }: Receivable): string {
  return recordPath('receivables', debtorType === 'CUSTOMER' ? 'customer' : 'group', debtorId);
}
