import { type Static, Type } from 'typebox';
import { Closed, DateTime, Enum, List, Text } from '#platform/http/schemas.ts';
import { EVENT_STATUSES } from './statuses.ts';

/** Events of each status that are examined: the newest of the requested time. */
export const MAX_EXAMINED = 20_000;
/** Events that other meters count, each of which is explained by itself. */
export const MAX_FILTERED = 2000;
export const MAX_GROUPS = 100;
/** Meters that a group names. */
export const MAX_METERS = 3;

export const UncountedQuery = Type.Object({
  account_id: Type.Optional(Text(1, 50)),
  customer_id: Type.Optional(Text(1, 50)),
  schema_name: Type.Optional(Text(1, 50)),
  usage_meter_id: Type.Optional(
    Text(1, 50, {
      description:
        'With account_id: also events that only other meters count; restricts to the schema of the meter',
    }),
  ),
  from: Type.Optional(DateTime({ description: 'When the events happened; default 30 days before until' })),
  until: Type.Optional(DateTime({ description: 'Exclusive; default now' })),
});
export type UncountedQuery = Static<typeof UncountedQuery>;

const Group = Closed(
  {
    status: Enum(EVENT_STATUSES),
    schemaName: Type.String(),
    reason: Type.Optional(
      Text(0, 250, {
        description: 'The same for all: if a meter decided, the meter, its condition and the actual values',
      }),
    ),
    usageMeters: Type.Optional(
      List(Closed({ id: Type.String(), name: Type.String() }), {
        maxItems: MAX_METERS,
        description:
          'Active meters that decided against the events, the first ones: as_usage_meter_id of ' +
          'POST /ext/v1/events/correction_preview shows what the events are worth if one counts them',
      }),
    ),
    isCountedByOthers: Type.Boolean({ description: 'Whether other meters count the events' }),
    events: Type.Integer(),
    firstAt: DateTime({ description: 'When the first of them happened' }),
    lastAt: DateTime(),
    referenceId: Type.String({ description: 'The newest of them; GET /events/{event_id} accepts it' }),
    accountRef: Type.Optional(Type.String({ description: 'The account as sent, which does not exist' })),
    closestAccount: Type.Optional(
      Closed(
        { id: Type.String(), name: Type.String(), value: Type.String() },
        { description: 'An account whose id or alias, in value, differs from it by a few characters' },
      ),
    ),
  },
  { component: 'UncountedEvents' },
);

export const UncountedReport = Closed(
  {
    data: List(Group, { maxItems: MAX_GROUPS, description: 'The most frequent first' }),
    isComplete: Type.Boolean({
      description: `False if there are more reasons, or more than ${MAX_EXAMINED} events of a status`,
    }),
  },
  { component: 'UncountedReport' },
);
