export { eraseContacts } from './erase-contacts.ts';
export { type PortalCheck, portalCheck } from './portal-check.ts';
export { contactNotFound } from './problems.ts';
export { recipientProblem } from './recipient-problem.ts';
export { listReachableContacts } from './store/contacts.ts';
