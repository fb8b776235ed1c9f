import { type Static, Type } from 'typebox';
import { Closed, DateTime, Enum, Extension, List, Nullable, Text, TextMap } from '#platform/http/schemas.ts';
import { EVENT_RESULTS } from './recorded.ts';
import { EVENT_STATUSES } from './statuses.ts';

export const MAX_BATCH_EVENTS = 1000;
export const MAX_EVENT_BYTES = 65_536;
/** The wire's limit per event, though a schema may declare 50 (`metering-pricing.md` 4.1). */
const MAX_ATTRIBUTES = 10;
/** The wire limits only the size of the event, and `"a":"b",` takes eight bytes. */
const MAX_DIMENSIONS = MAX_EVENT_BYTES / 8;

const Attribute = Closed(
  {
    name: Text(1, 50),
    // The size of the event bounds the digits after the point.
    value: Text(1, MAX_EVENT_BYTES, {
      ...{ pattern: '^-?\\d{1,512}(\\.\\d+)?$', form: 'must be a decimal number such as 12.5' },
      description: 'Decimal text',
    }),
    unit: Type.Optional(Text(1, 50, { description: 'Informational; never converted' })),
  },
  { component: 'EventAttributeValue' },
);

export const Event = Closed(
  {
    schemaName: Text(1, 50),
    id: Type.Optional(Text(0, 512, { description: 'Unique for 45 days across all ingestion endpoints' })),
    timestamp: DateTime({ description: 'When the event happened; determines its billing cycle' }),
    accountId: Text(1, 512, { description: 'Id or alias of the account' }),
    attributes: List(Attribute, { maxItems: MAX_ATTRIBUTES }),
    dimensions: TextMap({ maxProperties: MAX_DIMENSIONS, maxKey: 200, minValue: 1, maxValue: 200 }),
  },
  { component: 'Event' },
);
export type Event = Static<typeof Event>;

export const IngestEventRequest = Closed({ event: Event }, { component: 'IngestEventRequest' });

/**
 * Validates only the envelope: each event is validated separately, so that one invalid event does not reject
 * its neighbors, and the number of events has a status of its own.
 */
export const IngestBatchEventRequest = Closed(
  {
    events: Type.Unsafe<unknown[]>({
      type: 'array',
      minItems: 1,
      description: `1 to ${MAX_BATCH_EVENTS} events, each as in POST /ingest; more is 422.`,
    }),
  },
  { component: 'IngestBatchEventRequest' },
);

export const RejectedEvent = Closed(
  {
    index: Type.Integer({ description: 'Position in the request, from 0' }),
    id: Type.Optional(Type.String()),
    message: Text(0, 500),
  },
  { component: 'RejectedEvent' },
);
export type RejectedEvent = Static<typeof RejectedEvent>;

const RESULTS =
  'COUNTED: a meter counted it. UNMATCHED: no meter did. DUPLICATE: an event with its id was accepted ' +
  'before. WAITING: it is processed once its account or schema exists and is active. FAILED: it does not ' +
  'count; send a corrected event';
const REFERENCE = 'The referenceId of the event, which GET /events/{event_id} accepts, too';
export const EVENT_HEADERS = {
  'Event-Status': Enum(EVENT_RESULTS, { description: RESULTS }),
  'Event-Reference': Type.String({ description: REFERENCE }),
};

const LEFT = 'at the time of the event';
export const ENTITLED_HEADERS = {
  ...EVENT_HEADERS,
  'Credits-Remaining': Type.String({
    description:
      `A decimal: remaining credits of the feature ${LEFT}, after its debit. Errors for insufficient ` +
      'credits include it, too',
  }),
  'Overage-Remaining': Type.String({
    description: `Remaining overage ${LEFT}: a decimal, or \`unlimited\``,
  }),
};

/** The result for an event of a batch. */
const BatchResult = Closed(
  {
    index: Type.Integer({ description: 'Position in the request, from 0' }),
    id: Type.Optional(Type.String({ description: 'Id as sent' })),
    status: Enum([...EVENT_RESULTS, 'REFUSED'], {
      description: `${RESULTS}. REFUSED: the event is not stored; details.errors gives the reason`,
    }),
    referenceId: Type.Optional(Type.String({ description: REFERENCE })),
    ingestionStatus: Type.Optional(Enum(EVENT_STATUSES)),
    statusDescription: Type.Optional(Text(0, 250)),
  },
  { component: 'IngestedEvent' },
);

export const BatchQuery = Type.Object({
  results: Type.Optional(
    Extension(Type.Boolean({ description: 'Whether the response includes the result of each event' })),
  ),
});

const ingestMembers = {
  success: Type.Boolean(),
  statusCode: Type.Integer(),
  name: Type.Optional(Type.String()),
  message: Text(0, 500),
  code: Type.Optional(Type.String()),
  details: Type.Optional(Closed({ errors: List(RejectedEvent, { maxItems: MAX_BATCH_EVENTS }) })),
};
export const IngestEventResponse = Closed(ingestMembers, { component: 'IngestEventResponse' });
export type IngestBatchResponse = Static<typeof IngestBatchResponse>;
export const IngestBatchResponse = Closed(
  {
    ...ingestMembers,
    results: Type.Optional(
      Extension(
        List(BatchResult, {
          maxItems: MAX_BATCH_EVENTS,
          description: 'One result per event, in request order; with results=true',
        }),
      ),
    ),
  },
  { component: 'IngestBatchResponse' },
);

/** Members shown for every event. */
export const eventMembers = {
  referenceId: Type.String({ description: 'Of this occurrence; an event id may occur several times' }),
  eventPayload: Event,
  ingestionStatus: Closed({
    status: Enum(EVENT_STATUSES),
    statusDescription: Type.Optional(Text(0, 250)),
  }),
  customerId: Type.Optional(Type.String()),
  source: Closed({ id: Text(0, 100), type: Text(0, 100) }),
  createdAt: DateTime(),
};
export const EventWithStatus = Closed(eventMembers, { component: 'EventWithStatus' });
export type EventWithStatus = Static<typeof EventWithStatus>;

export const GetEventsResponse = Closed(
  {
    events: Type.Array(EventWithStatus),
    nextToken: Nullable(Type.String({ maxLength: 500 })),
  },
  { component: 'GetEventsResponse' },
);
const UncoveredValue = Closed(
  {
    id: Type.String({ description: 'Schema, dimension and value' }),
    schemaName: Type.String(),
    dimension: Type.String(),
    value: Type.String(),
    events: Type.Integer({ description: 'Number of uncounted events with the value' }),
    lastReceivedAt: DateTime(),
    meters: List(Closed({ id: Type.String(), name: Type.String() }), {
      maxItems: 10,
      description: 'The first ten meters that require another value',
    }),
  },
  { component: 'UncoveredValue' },
);
export const UncoveredValuePage = Closed(
  {
    data: Type.Array(UncoveredValue),
    nextToken: Nullable(Type.String({ maxLength: 2000 })),
  },
  { component: 'UncoveredValuePage' },
);

export const EventParams = Type.Object({ event_id: Text(1, 512) });
