import { type Static, Type } from 'typebox';
import { PreActions } from '#areas/licenses/index.ts';
import { Closed, DateTime, Enum, List, PageOf, PlainDate, Text } from '#platform/http/schemas.ts';
import { CreatePricePlanDetailsOverride } from './card-lists-schema.ts';
import { pricingRules, pricingSchedule } from './schema.ts';

const MAX_EDITS = 10;

const edit = {
  mode: Type.Optional(Enum(['ASSOCIATE', 'DISASSOCIATE'], { description: 'Default ASSOCIATE' })),
  pricePlanId: Type.Optional(Text(1, 50, { description: 'Newest active version; required to ASSOCIATE' })),
  effectiveFrom: PlainDate({ description: 'First local day' }),
  effectiveUntil: PlainDate({ description: 'The local day after the last one; 9999-01-01 is forever' }),
  pricePlanDetailsOverride: Type.Optional(CreatePricePlanDetailsOverride),
  pricingRulesOverride: Type.Optional(pricingRules),
  retainStartOffsets: Type.Optional(
    Type.Boolean({ description: 'Keeps the cycle in force on effectiveFrom, unless overridden' }),
  ),
};
const UpdatePricingScheduleRequest = Closed(edit, { component: 'UpdatePricingScheduleRequest' });
export type PricingScheduleEdit = Static<typeof UpdatePricingScheduleRequest>;

export const UpdatePricingScheduleRequestWithActions = Closed(
  {
    ...edit,
    preActions: Type.Optional(PreActions),
  },
  { component: 'UpdatePricingScheduleRequestWithActions' },
);

export const EditPricingScheduleRequest = Closed(
  {
    edits: List(UpdatePricingScheduleRequest, {
      ...{ minItems: 1, maxItems: MAX_EDITS },
      description: 'Applied in this order, all or none',
    }),
  },
  { component: 'EditPricingScheduleRequest' },
);

export const PricingSchedulePage = PageOf(
  Closed({
    ...pricingSchedule,
    id: Type.String(),
    startDate: DateTime(),
    endDate: DateTime({ description: '9999-01-01T00:00:00Z is forever' }),
    version: Type.Integer({ description: 'Version of the price plan' }),
    pricePlanId: Type.String(),
    pricePlanName: Type.String(),
    pricePlanInfo: Type.Optional(Closed({ name: Type.String(), description: Type.Optional(Type.String()) })),
  }),
);

export const AccountParams = Type.Object({ account_id: Text(1, 50) });
