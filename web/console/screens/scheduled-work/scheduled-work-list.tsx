import { getRouteApi } from '@tanstack/react-router';
import { listScheduledWork, retryScheduledWork } from '../../../api/generated/scheduled-work.ts';
import type { FailingWork } from '../../../api/generated/types.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { BulkButton } from '../../../parts/bulk-button.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { nameOf } from '../../../parts/record-names/name-column.ts';
import { type Column, identifier, moment, status, text } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { looksOf } from '../../../ui/look.ts';

const workState = looksOf<FailingWork['state'], 'state'>(
  { RETRYING: { tone: 'warn' }, ON_HOLD: { tone: 'bad' }, PLANNED: { tone: 'neutral' } },
  'state',
);

const columns: readonly Column<FailingWork>[] = [
  text('kind', ({ kind }) => kind, { place: 'title' }),
  status('state', ({ state }) => workState.look(state)),
  text('reason', ({ reason }) => reason),
  nameOf('account', { kind: 'accounts', read: ({ accountId }) => accountId }, { place: 'none' }),
  text('tries', ({ tries }) => formatCount(tries), { place: 'none' }),
  moment('dueAt', ({ dueAt }) => dueAt),
  moment('nextTryAt', ({ nextTryAt }) => nextTryAt, { place: 'none' }),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

const route = getRouteApi('/scheduled-work');

/** Scheduled work that fails, why, and another try of what is selected. */
export function ScheduledWorkList() {
  const t = useMessages('scheduledWork');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ListPage
      title={t('title')}
      operation={listScheduledWork}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      say={t}
      bulk={(rows, done) => (
        <BulkButton
          label={t('retry')}
          operation={retryScheduledWork}
          inputOf={({ id }) => ({ scheduled_work_id: id })}
          rows={rows}
          onDone={done}
        />
      )}
      filters={
        <ChoiceFilter
          label={t('state')}
          value={search.state ?? ''}
          onChange={(state) => void navigate({ search: { ...search, state }, replace: true })}
          options={workState.options(t)}
        />
      }
      empty={<EmptyState text={t('empty')} />}
    />
  );
}
