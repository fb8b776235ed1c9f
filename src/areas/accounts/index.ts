export { ACCOUNT_ARCHIVED } from './archival-work.ts';
export { eraseCustomerAndAccounts } from './erase-customer.ts';
export { findClosestAccounts } from './find-closest-accounts.ts';
export { getAccount, lockAccount, lockOpenAccount } from './get-account.ts';
export { listAccountDifferences, listCustomerDifferences } from './list-differences.ts';
export { createAccount } from './operations/create-account.ts';
export { createCustomer } from './operations/create-customer.ts';
export { REATTRIBUTE_EVENTS } from './plan-reattribution.ts';
export { REPROCESS_EVENTS } from './plan-reprocessing.ts';
export { accountArchived, accountExists, accountInDraft, accountNotFound } from './problems.ts';
export { type CreateAccountRequest, type CreateCustomerRequest, InvoiceGroupDetails } from './schema.ts';
export { type AccountRow, findAccount } from './store/accounts.ts';
export {
  type AccountMatch,
  type AccountReference,
  listAccountReferences,
  resolveReference,
} from './store/matches.ts';
export { listAccountsOfCustomer, listAddresses } from './store/personal.ts';
