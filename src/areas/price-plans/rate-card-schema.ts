import { type Static, Type } from 'typebox';
import { Closed, Enum, List, Text } from '#platform/http/schemas.ts';
import { DisplayName, INVOICE_TIMINGS, RateCardDetails, Tag } from './card-details-schema.ts';
import { RATE_CARD_TYPES } from './card-types.ts';
import { ExpectedUpdatedAt } from './expected-updated-at.ts';

const MAX_OPERATIONS = 50;

export const RateCardData = Closed(
  {
    billableId: Text(1, 50, {
      description: 'Usage meter, add-on or feature; for a minimum commitment, the price plan',
    }),
    type: Enum(RATE_CARD_TYPES),
    displayName: Type.Optional(DisplayName),
    invoiceTiming: Enum(INVOICE_TIMINGS),
    rateCardDetails: RateCardDetails,
    tag: Type.Optional(Tag),
  },
  { component: 'RateCardData' },
);
export type RateCardData = Static<typeof RateCardData>;

export const RateCardOperation = Closed(
  {
    actionType: Enum(['CREATE', 'UPDATE', 'DELETE', 'UPSERT']),
    rateCardName: Type.Optional(
      Text(0, 50, { description: 'The card to UPDATE, DELETE or UPSERT; the name of a new one' }),
    ),
    rateCard: Type.Optional(RateCardData),
  },
  { component: 'RateCardOperation' },
);
export type RateCardOperation = Static<typeof RateCardOperation>;

const operations = List(RateCardOperation, { minItems: 1, maxItems: MAX_OPERATIONS });

export const BulkRateCardOperationsRequest = Closed(
  { operations },
  { component: 'BulkRateCardOperationsRequest' },
);

export const EditPlanRateCardsRequest = Closed(
  {
    operations,
    expectedUpdatedAt: ExpectedUpdatedAt,
  },
  { component: 'EditPlanRateCardsRequest' },
);

export const RateCard = Closed(
  {
    name: Text(0, 50),
    billableId: Text(0, 50),
    type: Enum(RATE_CARD_TYPES),
    displayName: Text(0, 255),
    invoiceTiming: Enum(INVOICE_TIMINGS),
    rateCardDetails: RateCardDetails,
    tag: Type.Optional(Text(0, 50)),
    referenceId: Text(0, 50, { description: 'Reference of the plan version that contains the card' }),
    referenceType: Text(0, 50),
    currencies: Type.Array(Type.String(), { description: 'Currencies that the card prices' }),
    pricePlanId: Text(0, 50),
    accountId: Type.Optional(Type.String()),
  },
  { component: 'RateCard' },
);
export type RateCard = Static<typeof RateCard>;

export const BulkRateCardOperationsResponse = Closed(
  { rateCards: Type.Array(RateCard) },
  { component: 'BulkRateCardOperationsResponse' },
);
