import { accessAmbiguous } from './problems.ts';
import type { Contact, ContactAccess, PortalToken } from './schema.ts';
import type { ContactRow } from './store/contacts.ts';
import type { PortalTokensTable } from './tables.ts';

/** How e-mail addresses are stored and compared: composed, in lower case. */
export function emailKey(sent: string): string {
  return sent.normalize('NFC').toLowerCase();
}

export interface Access {
  hasAllAccounts: boolean;
  accountIds: string[];
  mode: 'READ' | 'WRITE';
}

/** What is not said is not granted. Raises `accessAmbiguous`. */
export function readAccess(sent: ContactAccess = {}): Access {
  const { allAccounts: hasAllAccounts = false, accountIds = [], mode = 'READ' } = sent;
  if (hasAllAccounts && accountIds.length > 0) throw accessAmbiguous();
  return { hasAllAccounts, accountIds: [...new Set(accountIds)], mode };
}

/** The contact as it is on the wire. Nobody logs in for a customer that is archived. */
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

/** What is known of an issued token; the token itself is not. */
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
