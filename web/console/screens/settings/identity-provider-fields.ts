import type { IdentityProviderSettings } from '../../../api/generated/types.ts';

export type Provider = NonNullable<IdentityProviderSettings['provider']>;

/** A role is an id: that of a role of the organization, or the name of a built-in one. */
export type GroupRow = Readonly<{ group: string; role: string }>;

export type ProviderFields = {
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  emailDomains: string;
  groupsClaim: string;
  groups: readonly GroupRow[];
  /** Empty: people without a group have no access. */
  fallback: string;
  isRequired: boolean;
};

const SCOPES_OF_LOGIN = 'openid email profile';

/** What is stored, as it is typed; the secret is never shown. */
export function fieldsOf(provider: Provider | undefined): ProviderFields {
  return {
    ...{ name: provider?.name ?? '', issuer: provider?.issuer ?? '', clientId: provider?.clientId ?? '' },
    clientSecret: '',
    scopes: provider?.scopes.join(' ') ?? SCOPES_OF_LOGIN,
    emailDomains: provider?.emailDomains.join(' ') ?? '',
    groupsClaim: provider?.groupsClaim ?? '',
    groups: (provider?.groupRoles ?? []).map(({ group, ...role }) => ({ group, role: idOf(role) })),
    ...{ fallback: provider ? idOf(provider) : '', isRequired: provider?.isRequired ?? false },
  };
}

function idOf({
  role,
  customRoleId,
}: {
  role?: string | undefined;
  customRoleId?: string | undefined;
}): string {
  return customRoleId ?? role ?? '';
}
