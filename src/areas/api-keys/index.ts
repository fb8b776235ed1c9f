export { type AccessTokens, accessTokens } from './access-tokens.ts';
export { type CredentialCheck, credentialCheck } from './authenticate-credential.ts';
export { bootstrapOrganization, createOrganization, type FirstCredentials } from './bootstrap.ts';
