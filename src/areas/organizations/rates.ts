import { type Decimal, decimal } from '#core/decimal.ts';
import { localDate } from '#core/period-zone.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { listRates } from './store.ts';

/**
 * The factor that converts an amount of an instant to the base currency; undefined for the base currency. For
 * reports only: prices and invoices are never converted.
 */
export type FactorOf = (currency: string, at: Temporal.Instant) => Decimal | undefined;

export async function readFactors(tx: Tx, org: Org): Promise<FactorOf> {
  const currencies = new Map((await listRates(tx, org)).map((each) => [each.currency, each]));
  return (currency, at) => {
    const found = currencies.get(currency);
    if (!found || found.rates.length === 0) return found?.rate;
    const day = localDate(at, found.timezone).toString();
    const version = found.rates.findLast(({ effectiveFrom }) => effectiveFrom <= day);
    return version ? decimal(version.rate) : found.rate;
  };
}
