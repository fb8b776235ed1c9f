export { findGroupGraceDays, lockGroupOfAccount } from './find-group.ts';
export { ACCOUNT_GROUP_CHANGED, GROUP_CHANGED } from './plan-group-changed.ts';
export { invoiceGroupNotFound } from './problems.ts';
export { eraseGroups } from './store/erased.ts';
export {
  findGroupOfComposites,
  findInvoiceGroup,
  type InvoiceGroupRow,
  lockGroupOfComposites,
  lockInvoiceGroup,
} from './store/groups.ts';
export { findGroupIdAt, listMemberIds } from './store/members.ts';
