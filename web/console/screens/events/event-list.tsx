import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { listEvents } from '../../../api/generated/events-and-usage.ts';
import type { EventWithStatus } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { eventStatus } from '../../../parts/event-status.ts';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { Button } from '../../../ui/button.tsx';
import { Chips } from '../../../ui/chips.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';
import { CirclePause, CirclePlay } from '../../../ui/icons.ts';
import { useShortcuts } from '../../../ui/shortcuts.ts';
import { eventColumns } from './event-columns.ts';
import { CHIPS } from './live-view.ts';

const route = getRouteApi('/events');
// Opened by a click: their code need not come with the list.
const EventDrawer = lazy(async () => ({ default: (await import('./event-drawer.tsx')).EventDrawer }));
const LiveEvents = lazy(async () => ({ default: (await import('./live-events.tsx')).LiveEvents }));

type Live = 'off' | 'live' | 'paused';

export function EventList() {
  const t = useMessages('events');
  const [search, change] = useFilters(route);
  const [live, setLive] = useState<Live>('off');
  const [shown, setShown] = useState<EventWithStatus | null>(null);
  const link = { urlOf: useRecordLink(pathOf).urlOf, open: setShown };
  const toggle = () => setLive(live === 'live' ? 'paused' : 'live');
  useShortcuts({ space: toggle });
  return (
    <>
      <ListPage
        title={t('title')}
        operation={listEvents}
        input={search}
        columns={eventColumns}
        idOf={({ referenceId }) => referenceId}
        link={link}
        say={t}
        above={
          <>
            <Suspense>
              {live !== 'off' && <LiveEvents input={search} link={link} isPaused={live === 'paused'} />}
            </Suspense>
            <Chips
              label={t('chips')}
              value={search.status ?? ''}
              onChange={(status) => change({ status })}
              options={CHIPS.map((value) => ({ value, text: t(`chip.${value}`) }))}
            />
          </>
        }
        actions={
          <Button
            kind={live === 'live' ? 'secondary' : 'primary'}
            icon={live === 'live' ? CirclePause : CirclePlay}
            title={t('spaceHelp')}
            onClick={toggle}
          >
            {live === 'live' ? t('pause') : t('live')}
          </Button>
        }
        filters={<EventFilters search={search} onChange={change} />}
        empty={<EmptyState text={t('empty')} />}
      />
      <Suspense>{shown && <EventDrawer event={shown} onClose={() => setShown(null)} />}</Suspense>
    </>
  );
}

interface EventFiltersProps {
  search: ReturnType<typeof route.useSearch>;
  onChange(next: Partial<EventFiltersProps['search']>): void;
}

function EventFilters({ search, onChange }: EventFiltersProps) {
  const t = useMessages('events');
  return (
    <>
      <SearchField
        label={t('schema')}
        value={search.schema_name ?? ''}
        onChange={(schema_name) => onChange({ schema_name })}
      />
      <SearchField
        label={t('account')}
        value={search.account_id ?? ''}
        onChange={(account_id) => onChange({ account_id })}
      />
      <ChoiceFilter
        label={t('status')}
        value={search.status ?? ''}
        onChange={(status) => onChange({ status })}
        options={eventStatus.options(t)}
      />
    </>
  );
}

function pathOf({ eventPayload, referenceId }: EventWithStatus): string {
  return recordPath('events', eventPayload.id ?? referenceId);
}
