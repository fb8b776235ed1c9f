import { type Static, Type } from 'typebox';
import { Closed, DateTime, Enum, Extension, Text } from '#platform/http/schemas.ts';
import { Event, eventMembers } from '../schema.ts';
import { EVENT_STATUSES, STATUS_GROUPS } from '../statuses.ts';

export const CORRECTION_ACTIONS = ['UNDO', 'REDO', 'REDO_EVENT'] as const;
export type CorrectionAction = (typeof CORRECTION_ACTIONS)[number];

export const CORRECTION_STATUSES = ['REVERTED', 'REVERTED_AND_REINGESTED', 'FAILED'] as const;
export type CorrectionStatus = (typeof CORRECTION_STATUSES)[number];

/** Maximum events that one request corrects at once. */
export const MAX_AT_ONCE = 30;
export const MAX_IN_JOB = 10_000;

export const CorrectEventsQuery = Type.Object({
  action: Enum(CORRECTION_ACTIONS, {
    description:
      'UNDO reverts the usage, revenue and credits of an event. REDO reverts the event and ingests the ' +
      'same event again. REDO_EVENT ingests the event in the body instead, under the same id',
  }),
  require_confirmation: Type.Optional(
    Type.Boolean({ description: 'Creates a job that starts once it is confirmed; default false' }),
  ),
  async: Type.Optional(
    Extension(Type.Boolean({ description: 'Creates a job that starts at once; default false' })),
  ),
  account_id: Type.Optional(
    Extension(Text(1, 50, { description: 'Selects events of this account, not the event in the body' })),
  ),
  id: Type.Optional(Extension(Text(1, 50, { description: 'Only the event with this referenceId' }))),
  event_id: Type.Optional(Extension(Text(1, 512, { description: 'Only events sent with this id' }))),
  event_source_time: Type.Optional(
    Extension(DateTime({ description: 'Only events with this timestamp, to the millisecond' })),
  ),
  created_at: Type.Optional(
    Extension(DateTime({ description: 'Only events received at this time, to the millisecond' })),
  ),
  schema_name: Type.Optional(
    Extension(
      Text(1, 50, {
        description:
          'Only events of this schema; without account_id, together with the status of uncounted ones',
      }),
    ),
  ),
  status: Type.Optional(
    Extension(Enum([...STATUS_GROUPS, ...EVENT_STATUSES], { description: 'As in GET /events' })),
  ),
  from: Type.Optional(Extension(DateTime({ description: 'Only events that count at or after this time' }))),
  until: Type.Optional(Extension(DateTime({ description: 'Only events that count before this time' }))),
});
export type CorrectEventsQuery = Static<typeof CorrectEventsQuery>;

export const CorrectEventsRequest = Closed(
  {
    event: Type.Optional(Event),
  },
  { component: 'CorrectEventsRequest' },
);
export type CorrectEventsRequest = Static<typeof CorrectEventsRequest>;

export const CorrectEventsResponse = Closed(
  {
    data: Type.Array(
      Closed({
        ...eventMembers,
        status: Enum(CORRECTION_STATUSES),
        reason: Type.String({ description: 'What was done, or why the event was not corrected' }),
      }),
      {
        description:
          'Each event after the correction; a re-ingested event appears as the new one. Empty if ' +
          'a job does the work.',
      },
    ),
    jobId: Type.Optional(
      Extension(
        Type.String({ description: 'The job that corrects the events, one entry for each referenceId' }),
      ),
    ),
  },
  { component: 'CorrectEventsResponse' },
);
