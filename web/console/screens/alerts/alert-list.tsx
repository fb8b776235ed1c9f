import { getRouteApi } from '@tanstack/react-router';
import { listAlerts } from '../../../api/generated/alerts-and-incidents.ts';
import type { Alert } from '../../../api/generated/types.ts';
import { formatQuantity } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { type Column, identifier, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';
import { looksOf } from '../../../ui/look.ts';
import { IncidentTable } from './incident-table.tsx';

const alertStatus = looksOf<Alert['status']>({ ACTIVE: { tone: 'good' }, INACTIVE: { tone: 'neutral' } });

const columns: readonly Column<Alert>[] = [
  text(
    'description',
    ({ description, alertTemplateId }, say) => description ?? say(`kind.${alertTemplateId}`),
    {
      place: 'title',
    },
  ),
  status('status', ({ status: state }) => alertStatus.look(state)),
  text('kind', ({ alertTemplateId }, say) => say(`kind.${alertTemplateId}`), { place: 'none' }),
  text('account', ({ ownerDetails }) => ownerDetails.accountId),
  text('threshold', ({ parameters }) => parameters.threshold && formatQuantity(parameters.threshold)),
  text('channels', ({ channels }) => channels?.map(({ type }) => type).join(', '), { place: 'none' }),
  time('updatedAt', ({ updatedAt }) => updatedAt),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

const route = getRouteApi('/alerts');

/** Alerts, and the incidents that they opened. */
export function AlertList() {
  const t = useMessages('alerts');
  const [search, change] = useFilters(route);
  return (
    <ListPage
      title={t('title')}
      operation={listAlerts}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      say={t}
      above={<IncidentTable />}
      filters={
        <>
          <SearchField
            label={t('account')}
            value={search.account_id ?? ''}
            onChange={(account_id) => change({ account_id })}
          />
          <ChoiceFilter
            label={t('status')}
            value={search.status ?? ''}
            onChange={(status) => change({ status })}
            options={alertStatus.options(t)}
          />
        </>
      }
      empty={<EmptyState text={t('empty')} />}
    />
  );
}
