export { findRights, listRights, type MemberRights } from './list-rights.ts';
export { allowEmailDomain } from './oidc/allow-domain.ts';
export { isOperatorActor } from './operators.ts';
export { APPROVERS_STAY } from './ports.ts';
export { approversTooFew } from './problems.ts';
export { removeSecondFactor } from './remove-second-factor.ts';
export { createResetToken } from './reset-password.ts';
export { type SessionCheck, sessionCheck } from './session-check.ts';
export { createFirstSetupToken, createSetupToken } from './setup-link.ts';
