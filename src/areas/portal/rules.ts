import { accessAmbiguous } from './problems.ts';
import type { Contact, ContactAccess, PortalToken } from './schema.ts';
import type { ContactRow } from './store/contacts.ts';
import type { PortalTokensTable } from './tables.ts';

export interface Access {
  hasAllAccounts: boolean;
  accountIds: string[];
  mode: 'READ' | 'WRITE';
}

/** Absent members grant nothing. Raises `accessAmbiguous`. */
export function readAccess(sent: ContactAccess = {}): Access {
  const { allAccounts: hasAllAccounts = false, accountIds = [], mode = 'READ' } = sent;
  if (hasAllAccounts && accountIds.length > 0) throw accessAmbiguous();
  return { hasAllAccounts, accountIds: [...new Set(accountIds)], mode };
}

/** The wire shape of a contact. Contacts of archived customers cannot log in. */
export function describeContact(row: ContactRow): Contact {
  const { username, preferredUsername, name, email, phone, createdBy, createdAt, updatedAt } = row;
  return {
    username,
    ...(preferredUsername !== null && { preferredUsername }),
    name,
    email,
    ...(phone !== null && { phone }),
    loginAccess: row.hasLoginAccess && row.customerStatus === 'ACTIVE',
    createdBy,
    createdAt,
    updatedAt,
    verified: row.isVerified,
    access: { allAccounts: row.hasAllAccounts, accountIds: row.accountIds, mode: row.mode },
  };
}

/** The wire shape of an issued token, without the token itself. */
export function describeToken(row: PortalTokensTable): PortalToken {
  const { jti, customerId, username, mode, accountIds, issuedAt, expiresAt, revokedAt } = row;
  return {
    ...{ jti, customerId, mode, accountIds, issuedAt, expiresAt },
    ...(username !== null && { contact: username }),
    allAccounts: row.hasAllAccounts,
    ...(row.apiKeyId !== null && { createdBy: row.apiKeyId }),
    ...(revokedAt && { revokedAt }),
  };
}
