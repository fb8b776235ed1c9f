import { expect, test } from 'vitest';
import { invitedForm, newPersonForm, passwordForm, signInForm } from './person-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key });

test('an existing password may have any length, a new one at least 12 characters', () => {
  expect(signInForm(say).check({ email: 'a@b.example', password: 'old', code: '' })).toEqual({});
  expect(passwordForm(say).check({ password: 'elevenchars' })).toEqual({ password: 'passwordShort' });
  // Twelve characters, each of two UTF-16 units.
  expect(passwordForm(say).check({ password: '🔑'.repeat(12) })).toEqual({});
});

test('every field that is wrong says so', () => {
  expect(newPersonForm(say).check({ name: ' ', email: 'a', password: '' })).toEqual({
    name: 'nameMissing',
    email: 'emailMissing',
    password: 'passwordShort',
  });
});

test('spaces around a name and an e-mail are no part of them, those of a password are', () => {
  const person = newPersonForm(say).read({
    name: ' Ada ',
    email: ' a@b.example ',
    password: ' secret secret ',
  });
  expect(person).toEqual({ name: 'Ada', email: 'a@b.example', password: ' secret secret ' });
  expect(invitedForm(say).read({ name: ' Ada ', password: 'p' })).toEqual({ name: 'Ada', password: 'p' });
});

test('a code is asked for once it is missing, and sent without the spaces around it', () => {
  const fields = { email: 'a@b.example', password: 'old', code: ' ' };
  const form = signInForm(say, { isCodeMissing: true });
  expect(form.check(fields)).toEqual({ code: 'codeMissing' });
  expect(form.read(fields)).toEqual({ email: 'a@b.example', password: 'old' });
  expect(form.read({ ...fields, code: ' 123456 ' })).toEqual({
    ...{ email: 'a@b.example', password: 'old', code: '123456' },
  });
});
