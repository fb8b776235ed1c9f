import type { FastifyRequest } from 'fastify';
import { problemKind } from '../problem.ts';

/** What a browser has to send beside the cookie of a session: no page of another site can add it. */
export const SESSION_HEADER = 'tallymark-session';
const COOKIE = 'tallymark_session';
/** Of somebody who is about to log in. */
const BROWSER_COOKIE = 'tallymark_login';
const BROWSER_COOKIE_MS = 600_000;
/** 256 random bits in base64url. */
const VALUE = /^[\w-]{43}$/;

export const sessionHeaderMissing = problemKind(
  'SESSION_HEADER_MISSING',
  403,
  () => 'a request with the cookie of a session needs the header Tallymark-Session: 1',
);
export const crossSiteRequest = problemKind(
  'CROSS_SITE_REQUEST',
  403,
  () =>
    'a session can only be used by pages of this service; other pages and programs need an API key in the ' +
    'header Authorization',
);

export const secondFactorRequired = problemKind(
  'SECOND_FACTOR_REQUIRED',
  403,
  () =>
    'the organization requires a second factor; set one up with POST /ext/v1/user/totp, or add a passkey ' +
    'with POST /ext/v1/user/passkeys/options',
);

export const identityProviderRequired = problemKind(
  'IDENTITY_PROVIDER_REQUIRED',
  403,
  () => 'the members of this organization log in through its identity provider; log in there',
);
export const ownLoginNeeded = problemKind(
  'OWN_LOGIN_NEEDED',
  403,
  () =>
    'a login through the identity provider of an organization is good in that organization only; log in ' +
    'with your own password or passkey for this',
);

/**
 * Distinguishes the value of a cookie from a bearer credential: no bearer credential contains a space, so
 * nobody can send one that looks like a cookie.
 */
const MARK = 'session ';

export function isSessionCredential(credential: string): boolean {
  return credential.startsWith(MARK);
}

export function secretOfSession(credential: string): string {
  return credential.slice(MARK.length);
}

/**
 * The credential in the cookie of a session; null without one. Raises `sessionHeaderMissing` and
 * `crossSiteRequest`, so that no other site can make a browser use the session of its user.
 */
export function readSessionCredential(request: FastifyRequest, publicUrl: string | null): string | null {
  const value = readCookie(request, cookieName(COOKIE, isOverTls(request, publicUrl)));
  if (value === null) return null;
  checkSameSite(request, publicUrl);
  return MARK + value;
}

/** The value that ties the steps of a login to one browser; null before the first step. */
export function readBrowserCookie(request: FastifyRequest, publicUrl: string | null): string | null {
  return readCookie(request, cookieName(BROWSER_COOKIE, isOverTls(request, publicUrl)));
}

function readCookie({ headers }: FastifyRequest, name: string): string | null {
  const cookies = (headers.cookie ?? '').split(';').map((each) => each.trim());
  // A browser sends the most specific cookie first, and `__Host-` cookies have no other.
  const value = cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
  return value !== undefined && VALUE.test(value) ? value : null;
}

/** Rejects requests that a page of another site may have caused. */
export function checkSameSite({ headers, host }: FastifyRequest, publicUrl: string | null): void {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const own = new Set([host, publicUrl && hostOf(publicUrl)]);
  if (site !== undefined && site !== 'same-origin') throw crossSiteRequest();
  const from = origin === undefined ? host : hostOf(origin);
  if (from === null || !own.has(from)) throw crossSiteRequest();
  if (headers[SESSION_HEADER] !== '1') throw sessionHeaderMissing();
}

/** Null for `null`, the origin of sandboxed pages, and for anything else that is no URL. */
function hostOf(url: string): string | null {
  return URL.parse(url)?.host || null;
}

/** Whether the caller reaches the service by https; `baseUrl` begins with it then. */
export function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}

function isOverTls({ protocol }: FastifyRequest, publicUrl: string | null): boolean {
  return isSecure(publicUrl ?? `${protocol}:`);
}

/** With the prefix, a browser accepts the cookie from this host only, over https and for all paths. */
function cookieName(name: string, isSecureCookie: boolean): string {
  return isSecureCookie ? `__Host-${name}` : name;
}

/** The header that sets the cookie of a session; an empty value removes it. */
export function sessionCookie(value: string, terms: CookieTerms): string {
  return cookie(COOKIE, value, terms);
}

/** The header that sets the cookie of somebody who is about to log in. */
export function browserCookie(value: string, isSecureCookie: boolean): string {
  return cookie(BROWSER_COOKIE, value, { isSecure: isSecureCookie, lifeMs: BROWSER_COOKIE_MS });
}

interface CookieTerms {
  isSecure: boolean;
  lifeMs: number;
}

function cookie(name: string, value: string, terms: CookieTerms): string {
  const age = Math.max(0, Math.floor(terms.lifeMs / 1000));
  const parts = [`${cookieName(name, terms.isSecure)}=${value}`, 'Path=/', `Max-Age=${age}`, 'HttpOnly'];
  return [...parts, 'SameSite=Lax', ...(terms.isSecure ? ['Secure'] : [])].join('; ');
}
