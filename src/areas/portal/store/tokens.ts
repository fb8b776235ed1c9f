import { sql } from 'kysely';
import type { OrganizationStatus } from '#areas/organizations/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Environment, Org } from '#platform/http/operation.ts';
import type { PortalTokensTable } from '../tables.ts';

export const portalTokenList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    customer_id: { column: 'customer_id', kind: 'text' },
    contact: { column: 'username', kind: 'text' },
  },
  searchable: {},
  sortable: { issued_at: { column: 'issued_at', kind: 'instant' }, jti: { column: 'jti', kind: 'text' } },
  defaultSort: [['issued_at', 'DESC']],
  tieBreaker: 'jti',
};

export async function insertPortalToken(tx: Tx, token: PortalTokensTable): Promise<void> {
  await tx.insertInto('portalTokens').values(token).execute();
}

export function listPortalTokens(tx: Tx, org: Org, page: PageRequest) {
  return findPage(tx.selectFrom('portalTokens').selectAll().where('orgId', '=', org.orgId), page);
}

/** False for an unknown token. A token that was already revoked keeps its time. */
export async function revokePortalToken(
  tx: Tx,
  org: Org,
  revoked: { jti: string; at: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    update portal_tokens set revoked_at = coalesce(revoked_at, ${revoked.at})
    where org_id = ${org.orgId} and jti = ${revoked.jti} returning jti`.execute(tx);
  return rows.length > 0;
}

/** Ends every token of a contact for good, whereas a revoked grant may be restored with its tokens. */
export async function revokeTokensOfContact(
  tx: Tx,
  org: Org,
  revoked: { username: string; at: Temporal.Instant },
): Promise<void> {
  await sql`
    update portal_tokens set revoked_at = ${revoked.at}
    where org_id = ${org.orgId} and username = ${revoked.username} and revoked_at is null`.execute(tx);
}

const MAX_DELETED = 10_000;

/** Deletes tokens that expired a day ago; at most 10,000 per call. */
export async function deleteOldTokens(tx: Tx, org: Org, before: Temporal.Instant): Promise<void> {
  await sql`
    delete from portal_tokens where org_id = ${org.orgId} and jti in (
      select jti from portal_tokens where org_id = ${org.orgId} and expires_at < ${before}
      limit ${MAX_DELETED})`.execute(tx);
}

/** The facts that decide a token's current access. */
export interface TokenFacts {
  customerId: string;
  customerStatus: 'ACTIVE' | 'ARCHIVED';
  username: string | null;
  apiKeyId: string | null;
  apiKeyVersion: number | null;
  organizationId: string;
  environment: Environment;
  organizationStatus: OrganizationStatus;
  mode: 'READ' | 'WRITE';
  hasAllAccounts: boolean;
  accountIds: string[];
  /** Of the contact; null for a delegate. */
  hasLoginAccess: boolean | null;
  contactMode: 'READ' | 'WRITE' | null;
  contactHasAllAccounts: boolean | null;
  grantedIds: string[];
  /** Every account of the customer, with its platform id at the same index. */
  customerAccountIds: string[];
  customerPlatformIds: string[];
}

/** Null for a token that was never issued or is revoked. */
export async function findTokenFacts(
  tx: Tx,
  org: { orgId: number },
  jti: string,
): Promise<TokenFacts | null> {
  const { rows } = await sql<TokenFacts>`
    select t.customer_id, c.status as customer_status, t.username, t.api_key_id, t.api_key_version,
      o.id as organization_id, o.environment, o.status as organization_status,
      t.mode, t.has_all_accounts, t.account_ids,
      p.has_login_access, p.mode as contact_mode, p.has_all_accounts as contact_has_all_accounts,
      array(select g.account_id from contact_accounts g
        where g.org_id = t.org_id and g.username = t.username) as granted_ids,
      a.ids as customer_account_ids, a.platform_ids as customer_platform_ids
    from portal_tokens t
    join organizations o on o.org_id = t.org_id
    join customers c on c.org_id = t.org_id and c.id = t.customer_id
    left join contacts p on p.org_id = t.org_id and p.username = t.username
    cross join lateral (
      select coalesce(array_agg(id order by id), '{}') as ids,
        coalesce(array_agg(platform_id order by id), '{}') as platform_ids
      from accounts where org_id = t.org_id and customer_id = t.customer_id) a
    where t.org_id = ${org.orgId} and t.jti = ${jti} and t.revoked_at is null`.execute(tx);
  return rows[0] ?? null;
}
