import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { correctEvents, getEvent } from '../../../api/generated/events-and-usage.ts';
import type { EventWithStatus } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { eventStatus } from '../../../parts/event-status.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { CorrectionButtons } from './correction-buttons.tsx';
import type { ShownEvent } from './event-detail.tsx';
import { eventTabs } from './event-tabs.tsx';
import { EventsAlike, EventVerdict } from './event-verdict.tsx';

interface EventDrawerProps {
  event: EventWithStatus;
  onClose(): void;
}

/** An event beside the list: what became of it and why, and how to fix it. */
export function EventDrawer({ event, onClose }: EventDrawerProps) {
  const { eventPayload, referenceId } = event;
  const query = useQuery(one(getEvent, { event_id: referenceId }));
  const [shown] = query.data?.events ?? [];
  return (
    <Drawer title={eventPayload.schemaName} isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {shown ? <DrawnEvent event={shown} /> : !query.isError && <Skeleton lines={6} />}
    </Drawer>
  );
}

function DrawnEvent({ event }: { event: ShownEvent }) {
  const t = useMessages('events');
  const [open, setOpen] = useState('pipeline');
  const { eventPayload, referenceId, ingestionStatus } = event;
  const id = eventPayload.id ?? referenceId;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <StatusBadge look={eventStatus.look(ingestionStatus.status)} say={t} />
        <Identifier value={id} isShort />
        <RecordLink area="events" id={id}>
          {t('openPage')}
        </RecordLink>
        <Allowed operation={correctEvents}>
          <CorrectionButtons event={event} />
        </Allowed>
      </div>
      <EventVerdict event={event} />
      <EventsAlike event={event} />
      <Tabs label={t('parts')} open={open} onOpen={setOpen} tabs={eventTabs(event, t)} />
    </div>
  );
}
