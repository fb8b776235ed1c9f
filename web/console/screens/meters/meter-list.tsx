import { getRouteApi, Link } from '@tanstack/react-router';
import type { UsageMeter } from '../../../api/generated/types.ts';
import { createUsageMeter, listUnitCosts, listUsageMeters } from '../../../api/generated/usage-meters.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { catalogStatus } from '../../../parts/catalog-look.ts';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { type Column, identifier, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';

const columns: readonly Column<UsageMeter>[] = [
  text('name', ({ displayName, name }) => displayName || name, { place: 'title' }),
  status('status', ({ status: state }) => catalogStatus.look(state)),
  status('aggregation', ({ aggregation }) => ({ tone: 'info', word: `aggregation.${aggregation}` }), {
    place: 'none',
  }),
  text('unit', ({ unit }) => unit),
  time('updatedAt', ({ updatedAt }) => updatedAt, { place: 'none' }),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

const route = getRouteApi('/meters');

export function MeterList() {
  const t = useMessages('meters');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  const create = (
    <Allowed operation={createUsageMeter}>
      <Link to="/meters/new" className={buttonClasses('primary')}>
        {t('new')}
      </Link>
    </Allowed>
  );
  return (
    <ListPage
      title={t('title')}
      operation={listUsageMeters}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t}
      filters={
        <>
          <SearchField value={search._search ?? ''} onChange={(_search) => change({ _search })} />
          <ChoiceFilter
            label={t('status')}
            value={search.status ?? ''}
            onChange={(status) => change({ status })}
            options={catalogStatus.options(t)}
          />
        </>
      }
      actions={
        <>
          <Allowed operation={listUnitCosts}>
            <Link to="/meters/costs" className={buttonClasses()}>
              {t('unitCosts')}
            </Link>
          </Allowed>
          {create}
        </>
      }
      empty={<EmptyState text={t('empty')} action={create} />}
    />
  );
}

function pathOf({ id }: UsageMeter): string {
  return recordPath('meters', id);
}
