import type { Translate } from '../../../messages/catalogs.ts';
import type profile from '../../../messages/en/profile.json';
import type { Form } from '../../../ui/use-form.ts';

type Say = Translate<keyof typeof profile>;
type PasswordFields = { currentPassword: string };
type CodeFields = { code: string };

export function passwordForm(t: Say): Form<PasswordFields, PasswordFields> {
  return {
    initial: { currentPassword: '' },
    check: ({ currentPassword }) => (currentPassword === '' ? { currentPassword: t('currentMissing') } : {}),
    read: (fields) => fields,
  };
}

/** Apps show codes in groups, which people type with a space. */
export function codeForm(t: Say): Form<CodeFields, CodeFields> {
  return {
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: t('codeMissing') } : {}),
    read: ({ code }) => ({ code: code.replace(/\s/g, '') }),
  };
}

/** The key in groups of four, as people type it. */
export function groupKey(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
