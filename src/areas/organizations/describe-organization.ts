import { decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Organization } from './schema.ts';
import { getOrganizationRow, listRates } from './store.ts';

/** The wire shape of the organization. */
export async function describeOrganization(tx: Tx, org: Org): Promise<Organization> {
  const [row, currencies] = await Promise.all([getOrganizationRow(tx, org), listRates(tx, org)]);
  return {
    ...row,
    currencies: currencies.map(({ currency, rate, rates }) => ({
      ...{ currency, rate },
      ...(rates.length > 0 && { rates: rates.map(readRate) }),
    })),
  };
}

function readRate({ effectiveFrom, rate }: { effectiveFrom: string; rate: string }) {
  return { effectiveFrom: Temporal.PlainDate.from(effectiveFrom), rate: decimal(rate) };
}
