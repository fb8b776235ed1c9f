import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { correctEvents, getEvent } from '../../../api/generated/events-and-usage.ts';
import type { GetEventResponse } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { DetailTabs } from '../../../parts/detail-tabs.tsx';
import { eventStatus } from '../../../parts/event-status.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Page } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { CorrectionButtons } from './correction-buttons.tsx';
import { eventTabs } from './event-tabs.tsx';
import { EventsAlike, EventVerdict } from './event-verdict.tsx';

const route = getRouteApi('/events/$eventId');

/** An event that is not counted may be at any moment: somebody adds an alias, or edits a meter. */
const REFRESH_MS = 3_000;

export type ShownEvent = GetEventResponse['events'][number];

/** One event: what was sent, what became of it, and why. Duplicates of its id follow below. */
export function EventDetail() {
  const t = useMessages('events');
  const { eventId } = route.useParams();
  const input = { event_id: eventId };
  const { data } = useSuspenseQuery({
    ...one(getEvent, input),
    refetchInterval: ({ state }) => (isSettled(state.data?.events[0]) ? false : REFRESH_MS),
  });
  const [event] = data.events;
  if (!event) return <EmptyState text={t('unknown')} />;
  const { status } = event.ingestionStatus;
  return (
    <Page
      above={<Link to="/events">{t('title')}</Link>}
      title={<bdi>{event.eventPayload.schemaName}</bdi>}
      beside={
        <>
          <StatusBadge look={eventStatus.look(status)} say={t} />
          <Identifier value={eventId} isShort />
        </>
      }
      actions={
        <>
          <Allowed operation={correctEvents}>
            <CorrectionButtons event={event} />
          </Allowed>
          <SnippetButton code={snippet(getEvent, input)} />
        </>
      }
    >
      <EventVerdict event={event} />
      <DetailTabs
        label={t('parts')}
        tabs={eventTabs(event, t).map(({ content, ...tab }) => ({ ...tab, content: () => content }))}
      />
      <EventsAlike event={event} />
      {data.events.length > 1 && (
        <p className="text-muted">{t.count('duplicates', data.events.length - 1)}</p>
      )}
    </Page>
  );
}

function isSettled(event: ShownEvent | undefined): boolean {
  return event?.ingestionStatus.status === 'INGESTION_COMPLETED_EVENT_METERED';
}
