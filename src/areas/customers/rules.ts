import { addressLine } from './read-address.ts';
import type { Customer } from './schema.ts';
import type { CustomerRow } from './store.ts';

/** The wire shape of the customer. */
export function describeCustomer(row: CustomerRow): Customer {
  const { platformId, taxIds, rowVersion: _, ...members } = row;
  const ids = taxIds.length > 0 ? { taxIds } : {};
  return { ...members, ...ids, platformCustomerId: platformId, billingAddress: addressLine(row.address) };
}
