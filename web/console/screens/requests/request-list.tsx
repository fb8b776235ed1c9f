import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { listRequests } from '../../../api/generated/request-log.ts';
import type { LoggedRequest } from '../../../api/generated/types.ts';
import { pages } from '../../../api/queries.ts';
import { formatCount } from '../../../format/money.ts';
import { formatInstant } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { type Column, identifier, status, text } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';
import { MissingRequests } from './missing-requests.tsx';
import { callerName, callers, callOf, lookOf, methods, statusClass } from './request-view.ts';

const columns: readonly Column<LoggedRequest>[] = [
  text('call', callOf, { place: 'title' }),
  { ...status<LoggedRequest>('status', (row) => lookOf(row.status)), text: (row) => String(row.status) },
  text('error', ({ errorCode }) => errorCode),
  text('caller', callerName),
  {
    ...text<LoggedRequest>('at', ({ at }) => formatInstant(at)),
    text: ({ at }) => at,
  },
  text('duration', ({ durationMs }) => `${formatCount(durationMs)} ms`, { isNumber: true, place: 'none' }),
  text('operation', ({ operationId }) => operationId, { isExtra: true, place: 'none' }),
  text('replay', ({ isReplay }, say) => (isReplay ? say('isReplay') : ''), { isExtra: true, place: 'none' }),
  identifier('requestId', ({ requestId }) => requestId, { isExtra: true }),
];

const route = getRouteApi('/requests');

/** What programs and people sent in the last days. */
export function RequestList() {
  const t = useMessages('requests');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  const { data } = useInfiniteQuery(pages(listRequests, search));
  const [first] = data?.pages ?? [];
  const say = (key: string) => (/^\d{3}$/.test(key) ? key : t(key as 'title'));
  const field = (name: 'path' | 'operation_id' | 'actor_id' | 'error_code' | 'request_id') => (
    <SearchField
      label={t(`filter.${name}`)}
      value={search[name] ?? ''}
      onChange={(value) => change({ [name]: value })}
    />
  );
  return (
    <ListPage
      title={t('title')}
      operation={listRequests}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={say}
      above={first && <MissingRequests page={first} />}
      filters={
        <>
          {field('path')}
          {field('error_code')}
          {field('request_id')}
          {field('operation_id')}
          {field('actor_id')}
          <ChoiceFilter
            label={t('status')}
            value={search.status_class ?? ''}
            onChange={(status_class) => change({ status_class })}
            options={statusClass.options(t)}
          />
          <ChoiceFilter
            label={t('method')}
            value={search.method ?? ''}
            onChange={(method) => change({ method })}
            options={methods.options(t)}
          />
          <ChoiceFilter
            label={t('caller')}
            value={search.actor_type ?? ''}
            onChange={(actor_type) => change({ actor_type })}
            options={callers.options(t)}
          />
        </>
      }
      empty={<EmptyState text={t('empty')} />}
    />
  );
}

function pathOf({ id }: LoggedRequest): string {
  return recordPath('requests', id);
}
