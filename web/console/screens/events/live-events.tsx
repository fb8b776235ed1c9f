import type { EventWithStatus } from '../../../api/generated/types.ts';
import { useTail } from '../../../api/use-tail.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { eventStatus } from '../../../parts/event-status.ts';
import { Instant } from '../../../ui/instant.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';

interface LiveEventsProps {
  input: Parameters<typeof useTail>[0];
  link: { urlOf(row: EventWithStatus): string };
}

const SHOWN = 50;

/** What arrives now, newest first, each with its reason. Screen readers are not read each event. */
export function LiveEvents({ input, link }: LiveEventsProps) {
  const t = useMessages('events');
  const tail = useTail(input);
  const shown = tail.events.slice(0, SHOWN);
  return (
    <section aria-label={t('live')} className="flex flex-col gap-2 rounded-md border border-accent p-3">
      <p role="status" className="text-muted">
        {t(`tail.${tail.state}`, { count: tail.count })}
        {tail.dropped > 0 && ` ${t('dropped', { count: tail.dropped })}`}
      </p>
      <ul aria-live="off" className="flex max-h-96 flex-col overflow-y-auto">
        {shown.map((event) => (
          <LiveEvent key={event.referenceId} event={event} url={link.urlOf(event)} />
        ))}
      </ul>
    </section>
  );
}

function LiveEvent({ event, url }: { event: EventWithStatus; url: string }) {
  const t = useMessages('events');
  const { status, statusDescription } = event.ingestionStatus;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5">
      <Instant at={event.createdAt} isRelative />
      <StatusBadge look={eventStatus.look(status)} say={t} />
      <a href={url} className="font-medium hover:text-accent hover:underline">
        <bdi>{event.eventPayload.schemaName}</bdi>
      </a>
      <bdi className="text-muted">{event.eventPayload.accountId}</bdi>
      {statusDescription && <bdi className="min-w-0 flex-1 break-words text-muted">{statusDescription}</bdi>}
    </li>
  );
}
