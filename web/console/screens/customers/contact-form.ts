import type { Contact, CreateCustomerContactRequest } from '../../../api/generated/types.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/customers.json';
import type { Form } from '../../../ui/use-form.ts';

export type AccountRow = Readonly<{ id: string }>;

export type ContactFields = {
  name: string;
  email: string;
  phone: string;
  loginAccess: boolean;
  /** NONE, ALL or SOME accounts. */
  access: string;
  accounts: readonly AccountRow[];
  mode: string;
  /** Mails an invitation to set a password. */
  invite: boolean;
};

interface Terms {
  t: Translate<keyof typeof texts>;
  /** Whoever may not decide about the portal leaves it as it is. */
  canLetIn: boolean;
}

type Body = Omit<CreateCustomerContactRequest, 'preferredUsername' | 'password' | 'verified'>;

export function contactForm(contact: Contact | undefined, { t, canLetIn }: Terms): Form<ContactFields, Body> {
  return {
    initial: fieldsOf(contact),
    check: (fields) => ({
      ...(fields.name.trim() === '' && { name: t('valueMissing') }),
      ...(!/^\S+@\S+\.\S+$/.test(fields.email.trim()) && { email: t('emailWrong') }),
      ...(canLetIn &&
        fields.access === 'SOME' &&
        fields.accounts.every(({ id }) => id === '') && { accounts: t('accountsMissing') }),
    }),
    read: (fields) => ({
      ...{ name: fields.name.trim(), email: fields.email.trim(), phone: fields.phone.trim() },
      ...(canLetIn && {
        loginAccess: fields.loginAccess,
        access: accessOf(fields),
        // An invitation needs a sign-in; none is said, so that the service does not send one by itself.
        invite: fields.loginAccess && fields.invite,
      }),
    }),
  };
}

function fieldsOf(contact: Contact | undefined): ContactFields {
  const access = contact?.access ?? { allAccounts: false, accountIds: [], mode: 'READ' };
  return {
    ...{ name: contact?.name ?? '', email: contact?.email ?? '', phone: contact?.phone ?? '' },
    loginAccess: contact?.loginAccess ?? false,
    access: access.allAccounts ? 'ALL' : access.accountIds.length > 0 ? 'SOME' : 'NONE',
    accounts: access.accountIds.map((id) => ({ id })),
    ...{ mode: access.mode, invite: false },
  };
}

function accessOf({ access, accounts, mode }: ContactFields): Body['access'] {
  const common = { mode: mode === 'WRITE' ? 'WRITE' : 'READ' } as const;
  switch (access) {
    case 'ALL':
      return { ...common, allAccounts: true };
    case 'SOME':
      return { ...common, accountIds: accounts.map(({ id }) => id).filter((id) => id !== '') };
    default:
      return { ...common, accountIds: [] };
  }
}
