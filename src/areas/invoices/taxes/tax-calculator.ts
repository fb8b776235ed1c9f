import type { TaxInput } from '#core/invoice/index.ts';
import type { Address } from '#platform/http/schemas.ts';

/** Who is asked to pay. */
export interface TaxQuestion {
  /** Null for the document of a group. */
  accountId: string | null;
  customerId: string | null;
  /** Of the customer or the group, and where it says no country that of the account. */
  addresses: readonly (Address | undefined)[];
}

/**
 * The port behind which somebody knows what is taxed and at which rate. Asked with every computation of a
 * draft, whose taxes are estimates, and once more when it is issued: the answer is stored with the inputs and
 * holds from then on. An answer has to come without a network, as documents are computed in transactions.
 */
export interface TaxCalculator {
  /** Rates on the net amount and the charges, in the order of their lines; none when nothing is taxed. */
  listTaxes(question: TaxQuestion): Promise<TaxInput[]>;
}
