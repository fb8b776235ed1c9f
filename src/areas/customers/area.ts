import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { getCustomer } from './operations/get-customer.ts';
import { listCustomers } from './operations/list-customers.ts';
import { updateCustomer } from './operations/update-customer.ts';

// Creating and archiving a customer also write accounts, so these operations are in the accounts area.
export const customers: Area = {
  name: 'customers',
  title: 'Customers and contacts',
  resources: { customer: { get: getCustomer } },
  operations: [listCustomers, getCustomer, updateCustomer],
};
