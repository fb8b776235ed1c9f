export { judgeRecipient } from './judge-recipient.ts';
export { type PortalCheck, portalCheck } from './portal-check.ts';
