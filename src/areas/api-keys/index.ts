export { type AccessTokens, accessTokens } from './access-tokens.ts';
export { type CredentialCheck, credentialCheck, findUsableKey, isUsable } from './authenticate-credential.ts';
export { bootstrapOrganization, createOrganization } from './bootstrap.ts';
export { LOGINS_OF_KEY_END, SECRET_OF_KEY_SHOWN } from './ports.ts';
export { keyExempt } from './problems.ts';
export { findKeyById, findKeyHolder, type KeyFacts } from './store.ts';
