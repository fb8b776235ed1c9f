import { expect, test } from 'vitest';
import { confirmationForm, passkeyForm } from './passkey-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key });
const fields = { name: ' Laptop ', currentPassword: '', code: ' 123456 ' };

test('the password is asked for only where the service asks for it', () => {
  expect(passkeyForm(false, say).check(fields)).toEqual({});
  expect(passkeyForm(true, say).check({ ...fields, name: ' ' })).toEqual({
    name: 'passkeyNameMissing',
    currentPassword: 'currentMissing',
  });
});

test('a code is sent with a password only, without the spaces around it', () => {
  expect(passkeyForm(false, say).read(fields)).toEqual({ name: 'Laptop' });
  const typed = { currentPassword: ' secret ', code: ' 123456 ' };
  expect(confirmationForm(true, say).read(typed)).toEqual({ currentPassword: ' secret ', code: '123456' });
  expect(confirmationForm(true, say).read({ ...typed, code: '' })).toEqual({ currentPassword: ' secret ' });
});
