export { eraseContacts } from './erase-contacts.ts';
export { judgeRecipient } from './judge-recipient.ts';
export { type PortalCheck, portalCheck } from './portal-check.ts';
export { contactNotFound } from './problems.ts';
