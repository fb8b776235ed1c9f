import { useQuery } from '@tanstack/react-query';
import { listOverageEvents } from '../../../api/generated/events-and-usage.ts';
import type { OverageEvent } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import { one } from '../../../api/queries.ts';
import { subtract } from '../../../format/decimals.ts';
import { formatQuantity } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { valuesOf } from '../../../parts/events/event-values.ts';
import { List } from '../../../parts/list-page.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { type Column, identifier, quantity, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Notice } from '../../../ui/notice.tsx';

type Input = InputOf<typeof listOverageEvents>;

const columns: readonly Column<OverageEvent>[] = [
  time('eventTime', ({ eventPayload }) => eventPayload.timestamp),
  text('values', ({ eventPayload }) => valuesOf(eventPayload), { place: 'title' }),
  identifier('eventId', idOf),
  quantity('units', ({ units }) => units),
  quantity('withinCredits', ({ units, overage }) => subtract(units, overage)),
  quantity('beyondCredits', ({ overage }) => overage, { place: 'amount' }),
];

/** Every event that used a feature beyond its credits, and the one with which the credits ended. */
export function ExplainedOverage({ input }: { input: Input }) {
  const t = useMessages('invoices');
  const link = useRecordLink(pathOf);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <FirstEvent input={input} />
      <List
        name={t('lineEvents')}
        operation={listOverageEvents}
        input={input}
        columns={columns}
        idOf={({ referenceId }) => referenceId}
        link={link}
        say={t as (key: string) => string}
        empty={<EmptyState text={t('noOverage')} />}
      />
    </div>
  );
}

/** The first processed one; the credits may have ended before the billed days began. */
function FirstEvent({ input }: { input: Input }) {
  const t = useMessages('invoices');
  const first = { ...input, _sort: 'reference_id:ASC', pageSize: 1 };
  const { data } = useQuery(one(listOverageEvents, first));
  const [event] = data?.data ?? [];
  if (!event?.isFirst) return null;
  const { units, overage, eventPayload } = event;
  return (
    <Notice kind="info" title={t('creditsEnded')}>
      <p className="flex flex-wrap gap-x-1.5">
        <RecordLink area="events" id={idOf(event)} />
        <Instant at={eventPayload.timestamp} />
      </p>
      <p>{t('crossed', { units: formatQuantity(units), overage: formatQuantity(overage) })}</p>
    </Notice>
  );
}

function idOf({ eventPayload, referenceId }: OverageEvent): string {
  return eventPayload.id ?? referenceId;
}

function pathOf(event: OverageEvent): string {
  return recordPath('events', idOf(event));
}
