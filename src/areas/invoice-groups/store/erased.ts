import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { mentions } from '#platform/db/mentions.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Pseudonymizes ended groups whose members were only these accounts; of groups without any members, those
 * that mention the person in a text. A group that also pays for others belongs to its payer. Returns their
 * ids.
 */
export async function eraseGroups(
  tx: Tx,
  org: Org,
  erased: {
    accountIds: readonly string[];
    texts: readonly string[];
    pseudonym: { name: string; email: string };
    now: Temporal.Instant;
  },
): Promise<string[]> {
  const { accountIds, texts, pseudonym, now } = erased;
  const ids = [...accountIds];
  const said = sql`concat_ws(' ', name, email, address, tax_ids)`;
  const { rows } = await sql<{ id: string }>`
    update invoice_groups g set name = ${pseudonym.name}, email = ${pseudonym.email}, address = '{}',
      tax_ids = '[]', updated_at = ${now}, row_version = row_version + 1
    where org_id = ${org.orgId} and deleted_at is not null
      and (exists (select from invoice_group_members m where m.org_id = ${org.orgId} and m.group_id = g.id)
        or ${mentions(said, { texts, ids: [] })})
      and not exists (select from invoice_group_members m
        where m.org_id = ${org.orgId} and m.group_id = g.id and m.account_id <> all(${ids}))
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
