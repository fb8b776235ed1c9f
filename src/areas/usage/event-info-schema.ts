import { type Static, Type } from 'typebox';
import { Closed, Enum, ExactNumber, PlainDate, Text } from '#platform/http/schemas.ts';
import { eventMembers } from './schema.ts';

/** How an event went through the pipeline: what metered it, what priced it and what billed it. */

const EnrichedField = Closed(
  {
    name: Type.String(),
    type: Enum(['ATTRIBUTE', 'DIMENSION']),
    value: Type.String(),
  },
  { component: 'EnrichedEventField' },
);
const EnrichmentDependency = Closed(
  {
    key: Type.String(),
    type: Enum(['SETTING']),
    name: Type.Optional(Type.String()),
    value: Type.String(),
  },
  { component: 'EnrichmentDependency' },
);

const EventBill = Closed(
  {
    id: Type.String(),
    sequenceId: Type.Optional(Type.String({ description: 'The number; absent while it has none' })),
    status: Type.String(),
  },
  { component: 'EventBill' },
);
const EventBilling = Closed(
  {
    invoice: Type.Optional(EventBill),
    adjustment: Type.Optional(EventBill),
    isAdjustmentPending: Type.Optional(
      Type.Boolean({
        description: 'It came, or was corrected, after the invoice; an adjustment will bill it',
      }),
    ),
  },
  { component: 'EventBilling' },
);
export type EventBilling = Static<typeof EventBilling>;

export const EventPipelineInfo = Closed(
  {
    eventSchema: Type.Optional(Closed({ name: Type.String(), version: Type.Integer() })),
    usageMeters: Type.Optional(
      Type.Array(
        Closed({
          id: Type.String(),
          name: Type.String(),
          version: Type.Integer(),
          status: Enum(['PROCESSED_FILTERED_OUT', 'PROCESSED_UNITS_COMPUTED']),
          units: Type.Optional(ExactNumber()),
          reason: Type.Optional(
            Text(0, 250, {
              description:
                'Why it filtered the event out: what it requires, and what the event has. Absent when the ' +
                'meter was changed since',
            }),
          ),
        }),
      ),
    ),
    pricePlans: Type.Optional(
      Type.Array(
        Closed({
          name: Type.String(),
          id: Type.String(),
          scheduleId: Type.String(),
          cycleStart: PlainDate(),
          cycleEnd: PlainDate({ description: 'The last day of the cycle, included' }),
          usageMeters: Type.Array(Type.String(), { description: 'Ids of those that the plan prices' }),
        }),
      ),
    ),
    account: Type.Optional(
      Closed({ id: Type.String(), name: Type.String(), alias: Type.Optional(Type.String()) }),
    ),
    customer: Type.Optional(Closed({ id: Type.String(), name: Type.String() })),
    featureDetails: Type.Optional(
      Closed({
        featureId: Type.String(),
        mappedAttribute: Type.String({ description: 'Its value is taken from the credits' }),
        overageInCycle: Type.Optional(
          ExactNumber({ description: 'Used beyond the credits in the block, up to this event' }),
        ),
        overageInEvent: Type.Optional(ExactNumber({ description: 'Used beyond the credits by this event' })),
      }),
    ),
    revenueDetails: Type.Optional(
      Type.Array(
        Closed({
          usageMeterId: Type.String(),
          revenueBaseCurrency: ExactNumber(),
          revenueInvoiceCurrency: ExactNumber(),
        }),
        {
          description:
            'Of a schema with eventLevelRevenue: by how much the event changed the price of its cycle when ' +
            'it was processed, before rules, credits and rounding; of meters of COUNT and SUM',
        },
      ),
    ),
    enrichments: Type.Optional(
      Closed({
        attributes: Type.Array(EnrichedField),
        dimensions: Type.Array(EnrichedField),
        dependencies: Type.Array(EnrichmentDependency),
      }),
    ),
    baseCurrency: Type.Optional(Type.String()),
    invoiceCurrency: Type.Optional(Type.String({ description: 'Of the account' })),
    statusBeforeReverting: Type.Optional(
      Type.String({ description: 'Of a reverted event: the status that it had' }),
    ),
    billing: Type.Optional(
      Closed(EventBilling.properties, {
        description:
          'The invoice of its cycle, and the adjustment that has taken it up after that was issued',
      }),
    ),
  },
  { component: 'EventPipelineInfo' },
);
export type EventPipelineInfo = Static<typeof EventPipelineInfo>;

export const GetEventResponse = Closed(
  {
    events: Type.Array(Closed({ ...eventMembers, eventPipelineInfo: EventPipelineInfo })),
  },
  { component: 'GetEventResponse' },
);
