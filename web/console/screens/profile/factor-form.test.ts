import { expect, test } from 'vitest';
import { codeForm, groupKey, passwordForm } from './factor-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key });

test('a code is sent without the spaces between its groups', () => {
  const { check, read } = codeForm(say);
  expect(check({ code: '  ' })).toEqual({ code: 'codeMissing' });
  expect(read({ code: ' 123 456 ' })).toEqual({ code: '123456' });
});

test('a password is sent as it was typed', () => {
  const { check, read } = passwordForm(say);
  expect(check({ currentPassword: '' })).toEqual({ currentPassword: 'currentMissing' });
  expect(read({ currentPassword: ' a b ' })).toEqual({ currentPassword: ' a b ' });
});

test.each([
  ['ABCDEFGHIJ', 'ABCD EFGH IJ'],
  ['', ''],
])('the key %s is shown as %s', (secret, shown) => {
  expect(groupKey(secret)).toBe(shown);
});
