import { getRouteApi, Link } from '@tanstack/react-router';
import { createSimulation, listSimulations } from '../../../api/generated/price-experiments.ts';
import type { Simulation } from '../../../api/generated/types.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { simulationStatus } from '../../../parts/simulation/simulation-look.ts';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { type Column, identifier, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchField } from '../../../ui/filters.tsx';

const columns: readonly Column<Simulation>[] = [
  text('name', ({ name }) => name, { place: 'title' }),
  status('status', ({ status: state }) => simulationStatus.look(state)),
  text('scenarios', ({ scenarios }) => formatCount(scenarios.length)),
  text('accounts', ({ accountsTotal }) => formatCount(accountsTotal)),
  time('createdAt', ({ createdAt }) => createdAt, { sort: 'created_at' }),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

const route = getRouteApi('/simulator');

export function SimulationList() {
  const t = useMessages('simulator');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  const create = (
    <Allowed operation={createSimulation}>
      <Link to="/simulator/new" className={buttonClasses('primary')}>
        {t('new')}
      </Link>
    </Allowed>
  );
  return (
    <ListPage
      title={t('title')}
      operation={listSimulations}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t as (key: string) => string}
      sort={{ by: search._sort ?? 'created_at:DESC', onSort: (_sort) => change({ _sort }) }}
      filters={<SearchField value={search._search ?? ''} onChange={(_search) => change({ _search })} />}
      actions={create}
      empty={<EmptyState text={t('empty')} action={create} />}
    />
  );
}

function pathOf({ id }: Simulation): string {
  return recordPath('simulator', id);
}
