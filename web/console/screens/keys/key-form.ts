import type { createApiKey } from '../../../api/generated/api-keys.ts';
import type { InputOf } from '../../../api/operation.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type keys from '../../../messages/en/keys.json';
import type { Form } from '../../../ui/use-form.ts';

type NewKey = InputOf<typeof createApiKey>['body'];
type Role = NonNullable<NewKey['role']>;
export type KeyFields = { name: string; role: string; expires: string };

export const KEY_ROLES: readonly Role[] = [
  'ADMINISTRATOR',
  'FINANCE',
  'SUPPORT',
  'PRODUCT_MANAGER',
  'DEVELOPER',
  'ANALYST',
];

/** A key has a role, or the scopes that were chosen. It ends at the end of its last day. */
export function keyForm(t: Translate<keyof typeof keys>, scopes: readonly string[]): Form<KeyFields, NewKey> {
  return {
    initial: { name: '', role: 'DEVELOPER', expires: '' },
    check: ({ name, role }) => ({
      ...(name.trim() === '' && { name: t('nameMissing') }),
      ...(role === '' && scopes.length === 0 && { role: t('scopesMissing') }),
    }),
    read: ({ name, role, expires }) => ({
      name: name.trim(),
      ...(role === '' ? { scopes: [...scopes] as NonNullable<NewKey['scopes']> } : { role: role as Role }),
      ...(expires !== '' && { expiresAt: `${expires}T23:59:59.999Z` }),
    }),
  };
}
