import type { IdentityProviderSettings, OrganizationRole } from '../../../api/generated/types.ts';
import type { setIdentityProvider } from '../../../api/generated/users-and-sessions.ts';
import type { InputOf } from '../../../api/operation.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type identityProvider from '../../../messages/en/identityProvider.json';
import { roleBody } from '../../../parts/role-choice.ts';
import type { Form } from '../../../ui/use-form.ts';
import { fieldsOf, type Provider, type ProviderFields } from './identity-provider-fields.ts';

type Say = Translate<keyof typeof identityProvider>;
type Body = InputOf<typeof setIdentityProvider>['body'];
type Role = Pick<OrganizationRole, 'id' | 'isCustom'>;

interface Known {
  settings: IdentityProviderSettings;
  roles: readonly Role[];
}

export function providerForm({ settings, roles }: Known, t: Say): Form<ProviderFields, Body> {
  return {
    initial: fieldsOf(settings.provider),
    check: (fields) => ({
      ...missingIn(fields, t),
      ...secretError(fields, settings.provider, t),
      ...domainError(fields, settings, t),
      ...groupErrors(fields, t),
    }),
    read: (fields) => bodyOf(fields, roles),
  };
}

function missingIn({ name, issuer, clientId, groups, groupsClaim }: ProviderFields, t: Say) {
  return {
    ...(name.trim() === '' && { name: t('nameMissing') }),
    ...(issuer.trim() === '' && { issuer: t('issuerMissing') }),
    ...(clientId.trim() === '' && { clientId: t('clientIdMissing') }),
    ...(groups.length > 0 && groupsClaim.trim() === '' && { groupsClaim: t('claimMissing') }),
  };
}

/** The service sends the stored secret to no other provider. */
function secretError(
  { issuer, clientId, clientSecret }: ProviderFields,
  stored: Provider | undefined,
  t: Say,
) {
  const isSame = stored?.issuer === issuer.trim() && stored.clientId === clientId.trim();
  return clientSecret === '' && !isSame ? { clientSecret: t('secretMissing') } : {};
}

function domainError(
  { emailDomains }: ProviderFields,
  { allowedEmailDomains }: Pick<IdentityProviderSettings, 'allowedEmailDomains'>,
  t: Say,
) {
  const domain = wordsOf(emailDomains.toLowerCase()).find((each) => !allowedEmailDomains.includes(each));
  return domain === undefined ? {} : { emailDomains: t('domainNotAllowed', { domain }) };
}

function groupErrors({ groups }: ProviderFields, t: Say): Record<`groups.${number}.group`, string> {
  const names = groups.map(({ group }) => group.trim());
  const errors: Record<`groups.${number}.group`, string> = {};
  names.forEach((name, index) => {
    if (name === '') errors[`groups.${index}.group`] = t('groupMissing');
    else if (names.indexOf(name) < index) errors[`groups.${index}.group`] = t('groupTwice');
  });
  return errors;
}

function bodyOf(fields: ProviderFields, roles: readonly Role[]): Body {
  const { name, issuer, clientId, clientSecret, groupsClaim, isRequired } = fields;
  const given = (id: string) => roleBody(roles.find((each) => each.id === id) ?? { id, isCustom: false });
  return {
    ...{ name: name.trim(), issuer: issuer.trim(), clientId: clientId.trim(), isRequired },
    ...(clientSecret !== '' && { clientSecret }),
    ...{ scopes: wordsOf(fields.scopes), emailDomains: wordsOf(fields.emailDomains.toLowerCase()) },
    ...(groupsClaim.trim() !== '' && { groupsClaim: groupsClaim.trim() }),
    groupRoles: fields.groups.map(({ group, role }) => ({ group: group.trim(), ...given(role) })),
    ...(fields.fallback !== '' && given(fields.fallback)),
  };
}

/** Each once, whatever stands between them. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))];
}
