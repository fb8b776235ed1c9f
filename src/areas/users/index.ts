export { allowEmailDomain } from './oidc/allow-domain.ts';
export { removeSecondFactor } from './remove-second-factor.ts';
export { createResetToken } from './reset-password.ts';
export { type SessionCheck, sessionCheck } from './session-check.ts';
export { createFirstSetupToken, createSetupToken } from './setup-link.ts';
