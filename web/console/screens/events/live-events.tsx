import type { EventWithStatus } from '../../../api/generated/types.ts';
import type { Tail } from '../../../api/use-tail.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { eventLook } from '../../../parts/event-status.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Instant } from '../../../ui/instant.tsx';

interface LiveEventsProps {
  tail: Tail;
  link: { urlOf(row: EventWithStatus): string };
}

const SHOWN = 50;

/** What arrives now, newest first, each with its reason. Screen readers are not read each event. */
export function LiveEvents({ tail, link }: LiveEventsProps) {
  const t = useMessages('events');
  const shown = tail.events.slice(0, SHOWN);
  return (
    <section aria-label={t('live')} className="flex flex-col gap-2 rounded-md border border-accent p-3">
      <p role="status" className="text-muted">
        {t(`tail.${tail.state}`, { count: tail.events.length })}
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
  const { tone, shape, word } = eventLook(status);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5">
      <Instant at={event.createdAt} isRelative />
      <Badge tone={tone} {...(shape && { shape })}>
        {t(word)}
      </Badge>
      <a href={url} className="font-medium hover:text-accent hover:underline">
        <bdi>{event.eventPayload.schemaName}</bdi>
      </a>
      <bdi className="text-muted">{event.eventPayload.accountId}</bdi>
      {statusDescription && <bdi className="min-w-0 flex-1 break-words text-muted">{statusDescription}</bdi>}
    </li>
  );
}
