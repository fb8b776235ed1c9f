export { type AccessTokens, accessTokens } from './access-tokens.ts';
export { type CredentialCheck, credentialCheck, isUsable } from './authenticate-credential.ts';
export { bootstrapOrganization, createOrganization, type KeepKeys } from './bootstrap.ts';
export { LOGINS_OF_KEY_END } from './ports.ts';
export { findKeyById, type KeyFacts } from './store.ts';
