import { Type } from 'typebox';
import { Closed, Enum, Text } from '#platform/http/schemas.ts';
import { VERSION_STATUSES } from './schema.ts';

export const USED_TYPES = ['EVENT_SCHEMA', 'USAGE_METER', 'ADD_ON', 'FEATURE'] as const;

export const CatalogUsesQuery = Type.Object({
  type: Enum(USED_TYPES),
  id: Text(1, 50, { description: 'The id, or the name of an event schema' }),
});

const Used = Closed({ id: Type.String(), name: Type.String() }, { component: 'CatalogUser' });

export const CatalogUses = Closed(
  {
    usageMeters: Type.Array(Used, { description: 'Of an event schema: its meters that are not archived' }),
    features: Type.Array(Used, { description: 'Of an event schema: the features that it meters' }),
    pricePlans: Type.Array(
      Closed(
        {
          pricePlanId: Type.String(),
          name: Type.String(),
          version: Type.Integer(),
          status: Enum(VERSION_STATUSES),
          rateCardName: Type.String(),
          billableId: Type.String(),
        },
        { component: 'CatalogPlanUse' },
      ),
      { description: 'Rate cards that bill it, in the newest active version and the draft of open plans' },
    ),
    schedules: Type.Integer({
      description: 'Schedules of accounts that have not ended and price it, counted up to 1000',
    }),
    isCut: Type.Boolean({ description: 'Whether a list has more than its 100 entries' }),
  },
  { component: 'CatalogUses' },
);
