import { describe, expect, it } from 'vitest';
import { sessionCookie } from './session-cookie.ts';

describe('the cookie of a session', () => {
  it.each([
    [true, '__Host-tallymark_session=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure'],
    [false, 'tallymark_session=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax'],
  ])('over https: %s', (isSecure, header) => {
    expect(sessionCookie('abc', { isSecure, lifeMs: 60_999 })).toBe(header);
  });
});
