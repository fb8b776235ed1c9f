import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { listEvents } from '../../../api/generated/events-and-usage.ts';
import type { EventWithStatus } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { eventStatus } from '../../../parts/event-status.ts';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';
import { CirclePause, CirclePlay } from '../../../ui/icons.ts';
import { eventColumns } from './event-columns.ts';
import { LiveEvents } from './live-events.tsx';

const route = getRouteApi('/events');

export function EventList() {
  const t = useMessages('events');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  const [isLive, setLive] = useState(false);
  return (
    <ListPage
      title={t('title')}
      operation={listEvents}
      input={search}
      columns={eventColumns}
      idOf={({ referenceId }) => referenceId}
      link={link}
      say={t}
      above={isLive && <LiveEvents input={search} link={link} />}
      actions={
        <Button
          kind={isLive ? 'secondary' : 'primary'}
          icon={isLive ? CirclePause : CirclePlay}
          onClick={() => setLive(!isLive)}
        >
          {isLive ? t('pause') : t('live')}
        </Button>
      }
      filters={
        <>
          <SearchField
            label={t('schema')}
            value={search.schema_name ?? ''}
            onChange={(schema_name) => change({ schema_name })}
          />
          <SearchField
            label={t('account')}
            value={search.account_id ?? ''}
            onChange={(account_id) => change({ account_id })}
          />
          <ChoiceFilter
            label={t('status')}
            value={search.status ?? ''}
            onChange={(status) => change({ status })}
            options={eventStatus.options(t)}
          />
        </>
      }
      empty={<EmptyState text={t('empty')} />}
    />
  );
}

function pathOf({ eventPayload, referenceId }: EventWithStatus): string {
  return recordPath('events', eventPayload.id ?? referenceId);
}
