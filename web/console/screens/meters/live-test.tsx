import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewUsageMeter } from '../../../api/generated/events-and-usage.ts';
import type { PreviewUsageMeterRequest } from '../../../api/generated/request-types.ts';
import type { PreviewedEvent } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { looksOf } from '../../../ui/look.ts';
import { Quantity } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { usePaused } from '../../../ui/use-paused.ts';

const resultLook = looksOf<PreviewedEvent['result'], 'result'>(
  { COUNTED: { tone: 'good' }, FILTERED_OUT: { tone: 'neutral' }, FAILED: { tone: 'bad' } },
  'result',
);

/** The newest events of the schema as the meter would measure them. Null: the fields have errors. */
export function LiveTest({ meter }: { meter: PreviewUsageMeterRequest | null }) {
  const t = useMessages('meterForm');
  const paused = usePaused(meter);
  const { data, error, isPending } = useQuery({
    ...one(previewUsageMeter, { body: paused ?? NOTHING }),
    enabled: paused !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <section aria-label={t('test')} className="flex min-w-0 flex-col gap-3 xl:sticky xl:top-16">
      <h2 className="text-h2 font-semibold">{t('test')}</h2>
      {meter === null ? (
        <p className="text-muted">{t('testIncomplete')}</p>
      ) : error ? (
        <ProblemNotice error={error} />
      ) : isPending || !data ? (
        <Skeleton />
      ) : (
        <Results events={data.events} />
      )}
    </section>
  );
}

const NOTHING: PreviewUsageMeterRequest = { aggregation: 'COUNT', eventSchemaName: '-' };

function Results({ events }: { events: readonly PreviewedEvent[] }) {
  const t = useMessages('meterForm');
  if (events.length === 0) return <p className="text-muted">{t('noEvents')}</p>;
  const counted = events.filter(({ result }) => result === 'COUNTED').length;
  return (
    <>
      <p role="status">{t.count('countedOf', events.length, { counted })}</p>
      <ol className="flex max-h-[70dvh] flex-col overflow-y-auto" tabIndex={0} aria-label={t('newest')}>
        {events.map((event) => (
          <EventRow key={event.referenceId} event={event} />
        ))}
      </ol>
    </>
  );
}

function EventRow({ event }: { event: PreviewedEvent }) {
  const t = useMessages('meterForm');
  const { referenceId, id, timestamp, accountId, attributes, dimensions, result, units, key, reason } = event;
  const values = [
    ...Object.entries(dimensions).map(([name, value]) => `${name} = ${value}`),
    ...attributes.map(({ name, value }) => `${name} = ${value}`),
  ];
  return (
    <li className="flex min-w-0 flex-col gap-1 border-b border-line py-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge look={resultLook.look(result)} say={t} />
        <RecordLink area="events" id={id ?? referenceId} />
        <span className="text-caption text-muted">
          <Instant at={timestamp} isExact /> · <bdi>{accountId}</bdi>
        </span>
        {units !== undefined && (
          <strong className="ms-auto font-medium">
            {key === undefined ? <Quantity quantity={units} /> : <bdi>{key}</bdi>}
          </strong>
        )}
      </p>
      {reason && (
        <p className={result === 'FAILED' ? 'text-bad' : undefined}>
          <bdi className="break-words">{reason}</bdi>
        </p>
      )}
      <p className="font-mono text-caption break-words text-muted">
        <bdi>{values.join(', ')}</bdi>
      </p>
    </li>
  );
}
