import { Type } from 'typebox';
import { CreateUsageMeterRequest } from '#areas/usage-meters/index.ts';
import { Closed, DateTime, Enum, ExactNumber, Text } from '#platform/http/schemas.ts';
import { Event } from './schema.ts';

const { filters, aggregation, computations } = CreateUsageMeterRequest.properties;

export const PreviewMeterRequest = Closed(
  {
    ...{ filters, aggregation, computations },
    eventSchemaName: Text(1, 50, { description: 'The schema of the events; it need not be active' }),
  },
  { component: 'PreviewUsageMeterRequest' },
);

const PreviewedEvent = Closed(
  {
    referenceId: Type.String(),
    id: Type.Optional(Type.String()),
    timestamp: DateTime(),
    accountId: Type.String({ description: 'As it was sent' }),
    attributes: Event.properties.attributes,
    dimensions: Event.properties.dimensions,
    result: Enum(['COUNTED', 'FILTERED_OUT', 'FAILED']),
    units: Type.Optional(ExactNumber({ description: 'Of a counted event' })),
    key: Type.Optional(Type.String({ description: 'For UNIQUE_COUNT: what is counted once' })),
    reason: Type.Optional(
      Type.String({ description: 'The first condition that the event does not meet, or what failed' }),
    ),
  },
  { component: 'PreviewedEvent' },
);

export const MeterPreview = Closed(
  { events: Type.Array(PreviewedEvent, { description: 'The newest 20, newest first' }) },
  { component: 'UsageMeterPreview' },
);
