import { type Static, Type } from 'typebox';
import { Closed, DateTime, Enum, Extension, Text } from '#platform/http/schemas.ts';
import { Event, eventMembers } from '../schema.ts';

export const CORRECTION_ACTIONS = ['UNDO', 'REDO', 'REDO_EVENT'] as const;
export type CorrectionAction = (typeof CORRECTION_ACTIONS)[number];

const CORRECTION_STATUSES = ['REVERTED', 'REVERTED_AND_REINGESTED', 'FAILED'] as const;
export type CorrectionStatus = (typeof CORRECTION_STATUSES)[number];

/** So many events are corrected by one answer, and by one job. */
export const MAX_AT_ONCE = 30;
export const MAX_IN_JOB = 10_000;

export const CorrectEventsQuery = Type.Object({
  action: Enum(CORRECTION_ACTIONS, {
    description:
      'UNDO takes back the usage, the revenue and the credits of an event. REDO does that and ingests the ' +
      'same event again; REDO_EVENT ingests the event of the body instead, under the same id',
  }),
  require_confirmation: Type.Optional(
    Type.Boolean({ description: 'A job is made that waits until it is confirmed; false when absent' }),
  ),
  async: Type.Optional(
    Extension(Type.Boolean({ description: 'A job is made that begins at once; false when absent' })),
  ),
  account_id: Type.Optional(
    Extension(Text(1, 50, { description: 'Events of this account, instead of the one of the body' })),
  ),
  id: Type.Optional(Extension(Text(1, 50, { description: 'Of these the one with this referenceId' }))),
  event_id: Type.Optional(
    Extension(Text(1, 512, { description: 'Of these those that were sent with this id' })),
  ),
  event_source_time: Type.Optional(
    Extension(DateTime({ description: 'Of these those with this timestamp, to the millisecond' })),
  ),
  created_at: Type.Optional(
    Extension(DateTime({ description: 'Of these those that were received then, to the millisecond' })),
  ),
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
        reason: Type.String({ description: 'What was done, or why nothing was' }),
      }),
      {
        description:
          'Each event as it is afterwards; one that was ingested again is shown as the new one. Empty when ' +
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
