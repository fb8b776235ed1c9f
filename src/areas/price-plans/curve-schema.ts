import { Type } from 'typebox';
import { Closed, ExactNumber, List } from '#platform/http/schemas.ts';
import { Quantity, RatePlan, RateValue } from './price-schema.ts';

const MAX_QUANTITIES = 200;

export const PriceCurveRequest = Closed(
  {
    ratePlan: RatePlan,
    rateValue: RateValue,
    maximumQuantity: Type.Optional(Quantity('Units beyond it are not charged, as on a usage rate card')),
    upTo: Type.Optional(Quantity('End of the curve; default: twice the start of the last tier')),
    quantities: Type.Optional(
      List(Quantity('A quantity to price'), {
        ...{ minItems: 1, maxItems: MAX_QUANTITIES },
        description: 'Prices exactly these quantities; default: those that show the shape of the curve',
      }),
    ),
  },
  { component: 'PriceCurveRequest' },
);

export const PriceCurve = Closed(
  {
    currency: Type.String(),
    points: Type.Array(
      Closed({
        quantity: ExactNumber(),
        amount: ExactNumber({ description: 'Exact price of the quantity, not rounded to the currency' }),
        unitPrice: Type.Optional(
          ExactNumber({ description: 'amount / quantity, at most 18 decimal places; absent for 0' }),
        ),
      }),
      { description: 'By quantity, or in the order of the requested quantities' },
    ),
  },
  { component: 'PriceCurve' },
);
