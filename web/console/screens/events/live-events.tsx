import { ingestEvent } from '../../../api/generated/events-and-usage.ts';
import type { EventWithStatus } from '../../../api/generated/types.ts';
import { snippet } from '../../../api/snippet.ts';
import { useTail } from '../../../api/use-tail.ts';
import { formatCount } from '../../../format/money.ts';
import { now } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { eventStatus } from '../../../parts/event-status.ts';
import { reasonOf } from '../../../parts/events/event-reason.ts';
import { Bars } from '../../../ui/chart/sparkline.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { countedOf, countStatuses } from './live-view.ts';

interface Link {
  urlOf(row: EventWithStatus): string;
  open(row: EventWithStatus): void;
}

interface LiveEventsProps {
  input: Parameters<typeof useTail>[0];
  link: Link;
  isPaused: boolean;
}

const SHOWN = 50;

/** What arrives now, newest first, each with its reason. Screen readers are read a summary only. */
export function LiveEvents({ input, link, isPaused }: LiveEventsProps) {
  const t = useMessages('events');
  const tail = useTail(input, isPaused);
  const state = isPaused ? 'paused' : tail.state;
  return (
    <section
      aria-label={t('live')}
      className="grid gap-4 rounded-md border border-accent p-3 lg:grid-cols-[minmax(0,1fr)_16rem]"
    >
      <div className="flex min-w-0 flex-col gap-2">
        <p role="status" className="text-muted">
          {t(`tail.${state}`, { count: tail.count })}
          {tail.dropped > 0 && ` ${t('dropped', { count: tail.dropped })}`}
        </p>
        {tail.events.length === 0 && <FirstEvent />}
        <ul
          role="log"
          aria-live="off"
          aria-label={t('live')}
          tabIndex={0}
          className="flex max-h-96 flex-col overflow-y-auto"
        >
          {tail.events.slice(0, SHOWN).map((event) => (
            <LiveEvent key={event.referenceId} event={event} link={link} />
          ))}
        </ul>
      </div>
      {tail.events.length > 0 && <Breakdown events={tail.events} />}
    </section>
  );
}

function Breakdown({ events }: { events: readonly EventWithStatus[] }) {
  const t = useMessages('events');
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium">{t.count('summary', events.length, { counted: countedOf(events) })}</p>
      <Bars
        label={t('breakdown')}
        bars={countStatuses(events).map(({ status, count }) => ({
          ...{ id: status, text: t(`status.${status}`), value: String(count), shown: formatCount(count) },
        }))}
      />
    </div>
  );
}

function LiveEvent({ event, link }: { event: EventWithStatus; link: Link }) {
  const t = useMessages('events');
  const say = useMessages('uncounted');
  const { status, statusDescription } = event.ingestionStatus;
  const isCounted = status === 'INGESTION_COMPLETED_EVENT_METERED';
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5">
      <Instant at={event.createdAt} isRelative />
      <StatusBadge look={eventStatus.look(status)} say={t} />
      <a
        href={link.urlOf(event)}
        onClick={(click) => {
          if (click.metaKey || click.ctrlKey) return;
          click.preventDefault();
          link.open(event);
        }}
        className="font-medium hover:text-accent hover:underline"
      >
        <bdi>{event.eventPayload.schemaName}</bdi>
      </a>
      <bdi className="min-w-0 break-words text-muted">{event.eventPayload.accountId}</bdi>
      {!isCounted && (
        <span className="min-w-0 flex-1 break-words text-muted">
          {reasonOf({ status, ...(statusDescription && { reason: statusDescription }) }, say)}
        </span>
      )}
    </li>
  );
}

function FirstEvent() {
  const t = useMessages('events');
  const event = {
    ...{ schemaName: 'SCHEMA', id: 'event-1', timestamp: now(), accountId: 'ACCOUNT' },
    ...{ attributes: [{ name: 'amount', value: '1' }], dimensions: {} },
  };
  return (
    <div className="flex flex-col gap-2">
      <p>{t('arriving')}</p>
      <CodeBlock label={t('arriving')} code={snippet(ingestEvent, { body: { event } })} />
    </div>
  );
}
