import type { Translate } from '../../../messages/catalogs.ts';
import type profile from '../../../messages/en/profile.json';
import type { Form } from '../../../ui/use-form.ts';

type Say = Translate<keyof typeof profile>;

export interface ConfirmationFields {
  [name: string]: string;
  currentPassword: string;
  code: string;
}

export interface PasskeyFields extends ConfirmationFields {
  name: string;
}

interface Confirmation {
  currentPassword?: string;
  code?: string;
}

const NOTHING = { currentPassword: '', code: '' };

/** What the service asks for if the sign-in was a while ago; nothing of it is sent before. */
export function confirmationForm(isNeeded: boolean, t: Say): Form<ConfirmationFields, Confirmation> {
  return {
    initial: NOTHING,
    check: (fields) => confirmationError(fields, isNeeded, t),
    read: readConfirmation,
  };
}

export function passkeyForm(isNeeded: boolean, t: Say): Form<PasskeyFields, Confirmation & { name: string }> {
  return {
    initial: { name: '', ...NOTHING },
    check: (fields) => ({
      ...(fields.name.trim() === '' && { name: t('passkeyNameMissing') }),
      ...confirmationError(fields, isNeeded, t),
    }),
    read: (fields) => ({ name: fields.name.trim(), ...readConfirmation(fields) }),
  };
}

function confirmationError({ currentPassword }: ConfirmationFields, isNeeded: boolean, t: Say) {
  return isNeeded && currentPassword === '' ? { currentPassword: t('currentMissing') } : {};
}

function readConfirmation({ currentPassword, code }: ConfirmationFields): Confirmation {
  if (currentPassword === '') return {};
  return { currentPassword, ...(code.trim() !== '' && { code: code.trim() }) };
}
