import { getCustomer } from '../api/generated/customers-and-contacts.ts';
import { one } from '../api/queries.ts';

/** A customer as its page shows it, with the version that an update expects. */
export function customerQuery(customerId: string) {
  return one(getCustomer, { customer_id: customerId, includeVersion: true });
}
