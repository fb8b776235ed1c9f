import { findSettingValue, type SettingOwner } from '#areas/settings/index.ts';
import { decimal, decimalText } from '#core/decimal.ts';
import type { TaxInput } from '#core/invoice/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { TaxCalculator, TaxQuery } from './tax-calculator.ts';

/**
 * The rates of the setting TAX_RATES: of the account, or else of its customer, or else of the organization.
 * An empty list at the account or the customer exempts it.
 */
export function builtInRates(tx: Tx, org: Org): TaxCalculator {
  return {
    async listTaxes(query) {
      const value = await findSettingValue(tx, org, {
        namespace: 'PLATFORM',
        id: 'TAX_RATES',
        candidates: ownersOf(query, org),
      });
      return value === null ? [] : selectTaxes(value, countryOf(query));
    },
  };
}

interface SentRate {
  name: string;
  rate: string;
  country?: string;
}

/**
 * Returns the rates for every country and those for the payer's, from a value that was validated when
 * stored.
 */
function selectTaxes(value: string, country: string | null): TaxInput[] {
  const rates = JSON.parse(value) as SentRate[];
  return rates
    .filter((rate) => rate.country === undefined || rate.country === country)
    .map(({ name, rate }) => ({ name, rate: decimalText(decimal(rate)) }));
}

function ownersOf({ accountId, customerId }: TaxQuery, org: Org): SettingOwner[] {
  return [
    ...(accountId === null ? [] : [{ entityType: 'ACCOUNT' as const, entityId: accountId }]),
    ...(customerId === null ? [] : [{ entityType: 'CUSTOMER' as const, entityId: customerId }]),
    { entityType: 'ORGANIZATION', entityId: org.id },
  ];
}

/** Addresses are stored as entered, in any letter case. */
function countryOf({ addresses }: TaxQuery): string | null {
  const [country] = addresses.flatMap((address) => address?.country?.trim().toUpperCase() || []);
  return country ?? null;
}
