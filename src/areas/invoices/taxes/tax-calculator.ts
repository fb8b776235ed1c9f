import type { TaxInput } from '#core/invoice/index.ts';
import type { Address } from '#platform/http/schemas.ts';

/** The payer. */
export interface TaxQuery {
  /** Null for the document of a group. */
  accountId: string | null;
  customerId: string | null;
  /** Of the customer or the group, or of the account if they have no country. */
  addresses: readonly (Address | undefined)[];
}

/**
 * The port for the tax rates. Called for every computation of a draft, whose taxes are estimates, and once
 * more at the issue, whose result is stored with the inputs and stays. Implementations must not use the
 * network, because documents are computed in transactions.
 */
export interface TaxCalculator {
  /**
   * Returns rates on the net amount and the charges, in the order of their lines; empty if nothing is taxed.
   */
  listTaxes(query: TaxQuery): Promise<TaxInput[]>;
}
