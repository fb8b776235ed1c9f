import type { Translate } from '../messages/catalogs.ts';
import type session from '../messages/en/session.json';
import type { Form } from '../ui/use-form.ts';
import { isEmail, isLongPassword } from './credentials.ts';

export type SessionKey = keyof typeof session;
type Say = Translate<SessionKey>;

export type PersonFields = { name: string; email: string; password: string };

function emailError(email: string, t: Say): { email?: string } {
  return isEmail(email) ? {} : { email: t('emailMissing') };
}

function newPasswordError(password: string, t: Say): { password?: string } {
  return isLongPassword(password) ? {} : { password: t('passwordShort') };
}

interface SignInFields {
  [name: string]: string;
  email: string;
  password: string;
  code: string;
}

/** The code is asked for once the service has missed it. */
export function signInForm(
  t: Say,
  known: { email?: string | undefined; isCodeMissing?: boolean } = {},
): Form<SignInFields, { email: string; password: string; code?: string }> {
  return {
    initial: { email: known.email ?? '', password: '', code: '' },
    check: ({ email, password, code }) => ({
      ...emailError(email, t),
      ...(password === '' && { password: t('passwordMissing') }),
      ...(known.isCodeMissing && code.trim() === '' && { code: t('codeMissing') }),
    }),
    read: ({ email, password, code }) => ({
      ...{ email: email.trim(), password },
      ...(code.trim() !== '' && { code: code.trim() }),
    }),
  };
}

export function emailForm(t: Say): Form<{ email: string }, { email: string }> {
  return {
    initial: { email: '' },
    check: ({ email }) => emailError(email, t),
    read: ({ email }) => ({ email: email.trim() }),
  };
}

export function newPersonForm(t: Say): Form<PersonFields, PersonFields> {
  return {
    initial: { name: '', email: '', password: '' },
    check: ({ name, email, password }) => ({
      ...(name.trim() === '' && { name: t('nameMissing') }),
      ...emailError(email, t),
      ...newPasswordError(password, t),
    }),
    read: ({ name, email, password }) => ({ name: name.trim(), email: email.trim(), password }),
  };
}

/** For an invitation, whose e-mail is known. */
export function invitedForm(t: Say): Form<Omit<PersonFields, 'email'>, Omit<PersonFields, 'email'>> {
  return {
    initial: { name: '', password: '' },
    check: ({ name, password }) => ({
      ...(name.trim() === '' && { name: t('nameMissing') }),
      ...newPasswordError(password, t),
    }),
    read: ({ name, password }) => ({ name: name.trim(), password }),
  };
}

export function passwordForm(t: Say): Form<{ password: string }, { password: string }> {
  return {
    initial: { password: '' },
    check: ({ password }) => newPasswordError(password, t),
    read: (fields) => fields,
  };
}
