import { type Static, Type } from 'typebox';
import { Closed, Enum, ExactNumber, PlainDate, Text } from '#platform/http/schemas.ts';
import { eventMembers } from './schema.ts';

/** Shows the pipeline of an event: what metered, priced and billed it. */

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
    sequenceId: Type.Optional(Type.String({ description: 'Invoice number; absent until it is assigned' })),
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
        description: 'The event arrived or was corrected after the invoice; an adjustment will bill it',
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
                'Why the meter filtered the event out: required and actual values. Absent if the ' +
                'meter has changed since',
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
          cycleEnd: PlainDate({ description: 'Last day of the cycle, inclusive' }),
          usageMeters: Type.Array(Type.String(), { description: 'Ids of the meters that the plan prices' }),
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
        mappedAttribute: Type.String({ description: 'Attribute whose value is debited from the credits' }),
        overageInCycle: Type.Optional(
          ExactNumber({ description: 'Overage of the credit block, up to and including this event' }),
        ),
        overageInEvent: Type.Optional(ExactNumber({ description: 'Overage of this event' })),
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
            'For schemas with eventLevelRevenue: the change of the cycle price that this event caused when ' +
            'it was processed, before rules, credits and rounding; COUNT and SUM meters only',
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
    invoiceCurrency: Type.Optional(Type.String({ description: 'Invoice currency of the account' })),
    statusBeforeReverting: Type.Optional(
      Type.String({ description: 'Status before the event was reverted' }),
    ),
    billing: Type.Optional(
      Closed(EventBilling.properties, {
        description:
          'The invoice of the cycle, and the adjustment that includes the event if that was already issued',
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
