import { emailKey } from '#platform/logins/email-key.ts';

/** What an identity provider says about somebody. */
export interface Identity {
  /** Identifies the person at its issuer, for good. */
  subject: string;
  /** Normalized; null without one, and for one that the provider has not verified. */
  verifiedEmail: string | null;
  name: string | null;
  /** Null if the claim is missing. */
  groups: readonly string[] | null;
}

export type Claims = Readonly<Record<string, unknown>>;

/** The most groups that are looked at. */
const MAX_GROUPS = 2000;
const MAX_NAME = 100;

export function readIdentity(claims: Claims, groupsClaim: string | null): Identity {
  const { sub, email, name } = claims;
  const isVerified = isTrue(claims.email_verified) || isTrue(claims.xms_edov);
  return {
    subject: String(sub),
    verifiedEmail: typeof email === 'string' && isVerified ? readEmail(email) : null,
    name: typeof name === 'string' && name.trim() !== '' ? nameOf(name) : null,
    groups: groupsClaim === null ? null : readGroups(claimAt(claims, groupsClaim)),
  };
}

/** An absent claim, and a text that looks like true, verify nothing. `xms_edov` may be 1. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 1;
}

function readEmail(email: string): string | null {
  const key = emailKey(email);
  return /^[^\s@]+@[^\s@]+$/.test(key) && [...key].length <= 320 ? key : null;
}

function nameOf(name: string): string {
  const visible = name
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .toWellFormed();
  return [...visible].slice(0, MAX_NAME).join('');
}

/** A claim by its name, which may contain dots, or else by its path: `realm_access.roles`. */
function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path.split('.').reduce<unknown>((inner, name) => {
    const isObject = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name);
    return isObject ? (inner as Claims)[name] : undefined;
  }, claims);
}

function readGroups(claim: unknown): readonly string[] | null {
  if (typeof claim === 'string') return [claim];
  if (!Array.isArray(claim)) return null;
  return claim.slice(0, MAX_GROUPS).filter((group) => typeof group === 'string');
}

/** Whether an address belongs to one of the domains, and not to a domain below it. */
export function isInDomains(email: string, domains: readonly string[]): boolean {
  return domains.includes(domainOf(email));
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}
