export { insertCustomer, type NewCustomer } from './insert-customer.ts';
export {
  customerArchived,
  customerExists,
  customerNotArchived,
  customerNotFound,
  taxIdInvalid,
} from './problems.ts';
export { addressLine, readAddress } from './read-address.ts';
export { describeCustomer } from './rules.ts';
export { CLIENT_ID, Customer, CustomerParams, newCustomerMembers } from './schema.ts';
export {
  type CustomerRow,
  findCustomer,
  holdCustomer,
  lockCustomer,
  openCustomers,
  updateCustomerRow,
} from './store.ts';
export { readTaxIds } from './tax-ids/read-tax-ids.ts';
export { TaxId, TaxIds } from './tax-ids/schema.ts';
