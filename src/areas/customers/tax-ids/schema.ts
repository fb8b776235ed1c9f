import { type Static, Type } from 'typebox';
import { Closed, Country, Enum, List, Name } from '#platform/http/schemas.ts';

const TAX_ID_TYPES = ['EU_VAT', 'GB_VAT', 'CH_VAT', 'NO_VAT', 'US_EIN', 'AU_ABN', 'OTHER'] as const;

export const TaxId = Closed(
  {
    type: Enum(TAX_ID_TYPES),
    value: Name(1, 50, {
      description:
        'Check digits are validated unless the type is OTHER. EU_VAT takes the country prefix, as in ' +
        'DE136695976, or the number without it and `country`; stored without spaces and with the prefix',
    }),
    country: Type.Optional(Country),
  },
  { component: 'TaxId' },
);
export type TaxId = Static<typeof TaxId>;

export const TaxIds = List(TaxId, {
  maxItems: 10,
  description: 'Printed below the address of the billed party',
});
