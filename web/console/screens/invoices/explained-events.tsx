import { listMeteredEvents } from '../../../api/generated/events-and-usage.ts';
import type { MeteredEvent } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { valuesOf } from '../../../parts/events/event-values.ts';
import { List } from '../../../parts/list-page.tsx';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { type Column, identifier, moment, quantity, text } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { LineUsage } from './line-usage.ts';

const columns: readonly Column<MeteredEvent>[] = [
  moment('eventTime', ({ eventPayload }) => eventPayload.timestamp),
  text('values', ({ eventPayload }) => valuesOf(eventPayload), { place: 'title' }),
  identifier('eventId', ({ eventPayload, referenceId }) => eventPayload.id ?? referenceId),
  quantity('units', ({ units }) => units, { place: 'amount' }),
];

/** Every event of a quantity with its units; a row opens the event. */
export function ExplainedEvents({ usage }: { usage: LineUsage }) {
  const t = useMessages('invoices');
  const link = useRecordLink(pathOf);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="text-muted">{t.count('frozenEvents', usage.eventCount)}</p>
      <List
        name={t('lineEvents')}
        operation={listMeteredEvents}
        input={usage.events}
        columns={columns}
        idOf={({ referenceId }) => referenceId}
        link={link}
        say={t as (key: string) => string}
        empty={<EmptyState text={t('noEvents')} />}
      />
    </div>
  );
}

function pathOf({ eventPayload, referenceId }: MeteredEvent): string {
  return recordPath('events', eventPayload.id ?? referenceId);
}
