import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { addAccountAliases } from './operations/add-account-aliases.ts';
import { archiveAccount } from './operations/archive-account.ts';
import { archiveCustomer } from './operations/archive-customer.ts';
import { createAccount } from './operations/create-account.ts';
import { createAliases } from './operations/create-aliases.ts';
import { createCustomer } from './operations/create-customer.ts';
import { deleteAlias } from './operations/delete-alias.ts';
import { findAccount } from './operations/find-account.ts';
import { getAccount } from './operations/get-account.ts';
import { getAlias } from './operations/get-alias.ts';
import { listAccountAliases } from './operations/list-account-aliases.ts';
import { listAccounts } from './operations/list-accounts.ts';
import { listAliases } from './operations/list-aliases.ts';
import { removeAccountAliases } from './operations/remove-account-aliases.ts';
import { unarchiveAccount } from './operations/unarchive-account.ts';
import { unarchiveCustomer } from './operations/unarchive-customer.ts';
import { updateAccount } from './operations/update-account.ts';

export const accounts: Area = {
  name: 'accounts',
  title: 'Accounts and aliases',
  resources: { account: { get: getAccount } },
  operations: [
    createCustomer,
    archiveCustomer,
    unarchiveCustomer,
    createAccount,
    listAccounts,
    getAccount,
    updateAccount,
    archiveAccount,
    unarchiveAccount,
    addAccountAliases,
    listAccountAliases,
    removeAccountAliases,
    createAliases,
    listAliases,
    getAlias,
    deleteAlias,
    findAccount,
  ],
};
