import { describe, expect, it } from 'vitest';
import { isInDomains, readIdentity } from './identity.ts';
import { readReturnTo } from './return-to.ts';
import { roleOfGroups } from './role-of-groups.ts';

describe('the e-mail of an identity', () => {
  it.each<[object, string | null]>([
    [{ email: 'Ann@Acme.Example', email_verified: true }, 'ann@acme.example'],
    [{ email: 'ann@acme.example', xms_edov: 1 }, 'ann@acme.example'],
    [{ email: 'ann@acme.example' }, null],
    [{ email: 'ann@acme.example', email_verified: false }, null],
    // A text is no answer to whether it is verified.
    [{ email: 'ann@acme.example', email_verified: 'true' }, null],
    [{ email: 'ann@acme.example', email_verified: 'false' }, null],
    [{ email: 'ann@evil.example@acme.example', email_verified: true }, null],
    [{ email: 'ann', email_verified: true }, null],
    [{ email: ['ann@acme.example'], email_verified: true }, null],
    [{ email_verified: true }, null],
  ])('%j', (claims, expected) => {
    expect(readIdentity({ sub: '1', ...claims }, null).verifiedEmail).toBe(expected);
  });

  it.each([
    ['ann@acme.example', true],
    ['ann@ACME.example', true],
    ['ann@sub.acme.example', false],
    ['ann@evilacme.example', false],
    ['acme.example@evil.example', false],
  ])('%s is in acme.example: %s', (email, expected) => {
    expect(isInDomains(email, ['acme.example'])).toBe(expected);
  });
});

describe('the groups of an identity', () => {
  const claims = { sub: '1', groups: ['a', 'b', 3], one: 'a', 'https://x.example/groups': ['c'] };
  it.each<[string | null, readonly string[] | null]>([
    [null, null],
    ['groups', ['a', 'b']],
    ['one', ['a']],
    ['https://x.example/groups', ['c']],
    ['realm.roles', ['d']],
    ['realm', null],
    ['realm.none', null],
    ['constructor.name', null],
    ['missing', null],
  ])('%s', (claim, expected) => {
    expect(readIdentity({ ...claims, realm: { roles: ['d'] } }, claim).groups).toEqual(expected);
  });
});

it('a name has no control characters, and at most 100 others', () => {
  expect(readIdentity({ sub: '1', name: ' Ann\nExample ' }, null).name).toBe('Ann Example');
  expect(readIdentity({ sub: '1', name: '🔑'.repeat(200) }, null).name).toBe('🔑'.repeat(100));
  expect(readIdentity({ sub: '1', name: ' ' }, null).name).toBeNull();
});

describe('the role of groups', () => {
  const finance = { groupName: 'billing', role: 'FINANCE', customRoleId: null } as const;
  const admin = { groupName: 'admins', role: 'ADMINISTRATOR', customRoleId: null } as const;
  const analyst = { role: 'ANALYST', customRoleId: null } as const;
  it.each<[readonly string[] | null, typeof analyst | null, string | null]>([
    [['billing'], null, 'FINANCE'],
    // The first of the list, in whatever order the provider names them.
    [['billing', 'admins'], null, 'ADMINISTRATOR'],
    [['Billing'], null, null],
    [['other'], analyst, 'ANALYST'],
    [[], analyst, 'ANALYST'],
    [[], null, null],
    [null, null, null],
    [null, analyst, 'ANALYST'],
  ])('of %j with %j', (groups, fallback, expected) => {
    expect(roleOfGroups(groups, { groups: [admin, finance], fallback })?.role ?? null).toBe(expected);
  });
});

describe('where a login leads', () => {
  it.each([
    [undefined, '/console/'],
    ['/console/', '/console/'],
    ['/console/sandbox/invoices?status=DUE#top', '/console/sandbox/invoices?status=DUE#top'],
    ['/console', '/console'],
    ['/consoles', null],
    ['/console/../v1', null],
    ['/console/%2e%2e/v1', null],
    ['https://evil.example/console/', null],
    ['//evil.example/console/', null],
    ['/\\evil.example/console/', null],
    ['\\\\evil.example/console/', null],
    ['/console/\\..\\..\\x', null],
    ['javascript:alert(1)', null],
    ['/console/\n//evil.example', null],
    ['console/', null],
    ['', null],
  ])('%j', (sent, expected) => {
    expect(readReturnTo(sent)).toBe(expected);
  });
});
