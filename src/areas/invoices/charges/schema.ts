import { type Static, Type } from 'typebox';
import { Closed, ExactNumber, List, MultilineText, Name } from '#platform/http/schemas.ts';

const MAX_CHARGES = 100;
/** Maximum length of JSON Logic in a charge, in code points. */
const MAX_VALUE = 4096;

export const MiscellaneousCharge = Closed(
  {
    name: Name(1, 255, { description: 'Unique in the list' }),
    value: Type.Optional(
      MultilineText(1, MAX_VALUE, {
        description:
          'A number, or JSON Logic as text over the amounts of the invoice: ids of lines, usage.<id>, ' +
          'revenue.rate_card_total, revenue.tag.<tag>, invoice.gross, invoice.net, invoice.start_date, ' +
          'invoice.end_date. In a response also the product of rate and quantity',
      }),
    ),
    rate: Type.Optional(ExactNumber({ description: 'With quantity, instead of value' })),
    quantity: Type.Optional(ExactNumber({ description: 'With rate, instead of value' })),
    considerForRevenue: Type.Optional(Type.Boolean({ description: 'Counts as revenue; default false' })),
  },
  { component: 'MiscellaneousCharge', description: 'Either value, or rate with quantity' },
);
export type MiscellaneousCharge = Static<typeof MiscellaneousCharge>;

export const ManageMiscellaneousChargesRequest = Closed(
  {
    items: List(MiscellaneousCharge, {
      maxItems: MAX_CHARGES,
      description: 'The whole list; an empty list removes all charges',
    }),
  },
  { component: 'ManageMiscellaneousChargesRequest' },
);

export const MiscellaneousChargesResponse = Closed(
  { data: Type.Array(MiscellaneousCharge) },
  { component: 'MiscellaneousChargesResponse' },
);
