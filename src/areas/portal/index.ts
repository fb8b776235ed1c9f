export { type PortalCheck, portalCheck } from './portal-check.ts';
