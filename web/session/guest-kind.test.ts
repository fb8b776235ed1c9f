import { expect, test } from 'vitest';
import { guestKindOf, organizationOfResponse } from './guest-kind.ts';

test.each([
  ['/console/', 'sign-in', null],
  ['/console/invitation', 'invitation', null],
  ['/console/sandbox/setup', 'setup', null],
  ['/console/oidc/acme', 'oidc', 'acme'],
  ['/console/sandbox/oidc/acme', 'oidc', 'acme'],
  ['/billing/console/oidc/a%20b', 'oidc', 'a b'],
  ['/console/oidc/', 'sign-in', null],
  ['/console/oidc/acme/more', 'sign-in', null],
])('%s is the page %s', (path, kind, organization) => {
  expect([guestKindOf(path), organizationOfResponse(path)]).toEqual([kind, organization]);
});
