import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { createAccount } from './operations/create-account.ts';
import { createCustomer } from './operations/create-customer.ts';
import { getAccount } from './operations/get-account.ts';
import { listAccounts } from './operations/list-accounts.ts';

export const accounts: Area = {
  name: 'accounts',
  operations: [createCustomer, createAccount, listAccounts, getAccount],
};
