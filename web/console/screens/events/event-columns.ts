import type { EventWithStatus } from '../../../api/generated/types.ts';
import { eventStatus } from '../../../parts/event-status.ts';
import { valuesOf } from '../../../parts/events/event-values.ts';
import { type Column, identifier, moment, status, text } from '../../../ui/data-table/columns.tsx';

export const eventColumns: readonly Column<EventWithStatus>[] = [
  text('schema', ({ eventPayload }) => eventPayload.schemaName, { place: 'title' }),
  status('status', ({ ingestionStatus }) => eventStatus.look(ingestionStatus.status)),
  text('reason', ({ ingestionStatus }) => ingestionStatus.statusDescription, { place: 'none' }),
  text('account', ({ eventPayload }) => eventPayload.accountId),
  text('values', ({ eventPayload }) => valuesOf(eventPayload), { place: 'none' }),
  moment('timestamp', ({ eventPayload }) => eventPayload.timestamp),
  moment('receivedAt', ({ createdAt }) => createdAt, { isExtra: true, place: 'none' }),
  identifier('id', ({ eventPayload, referenceId }) => eventPayload.id ?? referenceId),
];
