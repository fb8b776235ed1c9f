import { describe, expect, test } from 'vitest';
import { providerForm, wordsOf } from './identity-provider-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key });
const roles = [
  { id: 'FINANCE', isCustom: false },
  { id: 'role.auditor', isCustom: true },
];
const place = { redirectUri: 'r', loginUrl: 'l', allowedEmailDomains: ['acme.example'] };
const stored = {
  ...{ name: 'Acme', issuer: 'https://login.example', clientId: 'billing', scopes: ['openid', 'groups'] },
  ...{ groupsClaim: 'groups', emailDomains: ['acme.example'], isRequired: true, role: 'FINANCE' as const },
  groupRoles: [{ group: 'auditors', customRoleId: 'role.auditor' }],
  ...{ createdAt: '2030-01-01T00:00:00Z', updatedAt: '2030-01-01T00:00:00Z' },
};
const formOf = (provider?: typeof stored) =>
  providerForm({ settings: { ...place, ...(provider && { provider }) }, roles }, say);

test('what is stored is sent back unchanged, without the secret, which nobody knows', () => {
  const { initial, check, read } = formOf(stored);
  expect(check(initial)).toEqual({});
  const { createdAt: _c, updatedAt: _u, ...body } = stored;
  expect(read(initial)).toEqual(body);
});

describe('a secret', () => {
  const { initial, check } = formOf(stored);
  test.each([
    ['the same client', {}, {}],
    ['another client', { clientId: 'other' }, { clientSecret: 'secretMissing' }],
    ['another issuer', { issuer: 'https://evil.example' }, { clientSecret: 'secretMissing' }],
    ['another client with its own', { clientId: 'other', clientSecret: 's' }, {}],
  ])('is asked for: %s', (_, change, expected) => {
    expect(check({ ...initial, ...change })).toEqual(expected);
  });
});

test('a new provider needs its name, issuer, client and secret', () => {
  const { initial, check } = formOf();
  expect(check(initial)).toEqual({
    ...{ name: 'nameMissing', issuer: 'issuerMissing' },
    ...{ clientId: 'clientIdMissing', clientSecret: 'secretMissing' },
  });
});

test('a group is named, and once, and needs a claim; a domain is one that the operator allows', () => {
  const { initial, check } = formOf(stored);
  const groups = [
    { group: 'a', role: 'FINANCE' },
    { group: ' a ', role: 'FINANCE' },
    { group: ' ', role: 'FINANCE' },
  ];
  expect(check({ ...initial, groups, groupsClaim: '', emailDomains: 'ACME.example other.example' })).toEqual({
    ...{ 'groups.1.group': 'groupTwice', 'groups.2.group': 'groupMissing' },
    ...{ groupsClaim: 'claimMissing', emailDomains: 'domainNotAllowed' },
  });
});

test('nobody without a group gets in where no role is chosen for them', () => {
  const { initial, read } = formOf(stored);
  const body = read({ ...initial, fallback: '', groupsClaim: ' ', groups: [] });
  expect(body).not.toHaveProperty('role');
  expect(body).not.toHaveProperty('groupsClaim');
});

test.each([
  ['a  b\nc', ['a', 'b', 'c']],
  ['a, b;a', ['a', 'b']],
  ['  ', []],
])('"%s" are the words %s', (text, expected) => {
  expect(wordsOf(text)).toEqual(expected);
});
