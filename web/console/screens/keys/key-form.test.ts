import { expect, test } from 'vitest';
import { keyForm } from './key-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key });

test('a role or scopes, never both', () => {
  const withRole = keyForm(say, ['events:write']);
  expect(withRole.read({ name: ' ci ', role: 'ANALYST', expires: '' })).toEqual({
    name: 'ci',
    role: 'ANALYST',
  });
  expect(withRole.read({ name: 'ci', role: '', expires: '2030-01-31' })).toEqual({
    ...{ name: 'ci', scopes: ['events:write'], expiresAt: '2030-01-31T23:59:59.999Z' },
  });
});

test('a key without a name or without any access is not sent', () => {
  expect(keyForm(say, []).check({ name: ' ', role: '', expires: '' })).toEqual({
    name: 'nameMissing',
    role: 'scopesMissing',
  });
});
