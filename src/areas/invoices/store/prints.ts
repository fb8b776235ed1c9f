import { type Selectable, sql } from 'kysely';
import type { SettingVariables } from '#areas/invoice-templates/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoicePrintsTable } from '../tables.ts';

/** The debtor of an invoice. */
export interface PrintOwner {
  invoiceId: string;
  accountId: string | null;
  customerId: string | null;
  groupId: string | null;
}

export type PrintRow = Selectable<InvoicePrintsTable>;

/** For an issued invoice; null if it has the default layout. */
export async function findPrint(tx: Tx, org: Org, invoiceId: string): Promise<PrintRow | null> {
  const query = tx.selectFrom('invoicePrints').selectAll().where('orgId', '=', org.orgId);
  return (await query.where('invoiceId', '=', invoiceId).executeTakeFirst()) ?? null;
}

/** The first one stays: an order that became an invoice keeps its layout. */
export async function insertPrint(tx: Tx, row: PrintRow): Promise<void> {
  await tx
    .insertInto('invoicePrints')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface PrintSettings extends PrintOwner {
  templateId: string | null;
  /** Null: the newest version. */
  templateVersion: number | null;
  hidesZeroLines: boolean;
}

/**
 * Returns the current settings of an invoice's owner, or else of the organization. Null without an invoice.
 */
export async function findPrintSettings(tx: Tx, org: Org, invoiceId: string): Promise<PrintSettings | null> {
  const { rows } = await sql<
    PrintOwner & { settings: { id: string; value: string; version: number | null }[] }
  >`
    select i.id as invoice_id, i.account_id, i.customer_id, i.group_id, coalesce((
      select json_agg(found) from (
        select distinct on (s.id) s.id, s.value, t.version
        from (values (1, case when i.group_id is null then 'ACCOUNT' else 'INVOICE_GROUP' end, i.owner_id),
          (2, 'ORGANIZATION', ${org.id})) as candidate (position, entity_type, entity_id)
        join settings s on s.org_id = i.org_id and s.entity_type = candidate.entity_type
          and s.entity_id = candidate.entity_id and s.namespace = 'PLATFORM'
          and s.id in ('INVOICE_TEMPLATE_ID', 'INVOICE_HIDE_ZERO_LINES')
        left join invoice_templates t
          on t.org_id = s.org_id and t.id = s.value and s.id = 'INVOICE_TEMPLATE_ID'
        order by s.id, candidate.position) found), '[]') as settings
    from invoices i where i.org_id = ${org.orgId} and i.id = ${invoiceId}`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { settings, ...owner } = row;
  const template = settings.find(({ version }) => version !== null);
  return {
    ...owner,
    templateId: template?.value ?? null,
    templateVersion: template?.version ?? null,
    hidesZeroLines: settings.some(({ id, value }) => id === 'INVOICE_HIDE_ZERO_LINES' && value === 'true'),
  };
}

const MAX_SETTINGS = 50;
const MAX_CHARACTERS = 1000;

/** Returns the settings available to texts: 50 per owner and namespace, up to 1,000 characters of each. */
export async function readSettingVariables(
  tx: Tx,
  org: Org,
  { invoiceId, accountId, customerId }: PrintOwner,
): Promise<SettingVariables> {
  const { rows } = await sql<{
    owner: keyof SettingVariables;
    namespace: 'USER' | 'INTEGRATION';
    id: string;
    value: string;
  }>`
    select candidate.owner, s.namespace, s.id, left(s.value, ${MAX_CHARACTERS}) as value
    from (values ('invoice', 'INVOICE', ${invoiceId}), ('account', 'ACCOUNT', ${accountId}::text),
      ('customer', 'CUSTOMER', ${customerId}::text), ('organization', 'ORGANIZATION', ${org.id}))
      as candidate (owner, entity_type, entity_id)
    cross join (values ('USER'), ('INTEGRATION')) as space (namespace)
    cross join lateral (
      select * from settings
      where org_id = ${org.orgId} and entity_type = candidate.entity_type
        and entity_id = candidate.entity_id and namespace = space.namespace
      order by id collate "C" limit ${MAX_SETTINGS}) s`.execute(tx);
  const named = (owner: keyof SettingVariables, namespace: 'USER' | 'INTEGRATION') =>
    Object.fromEntries(
      rows
        .filter((row) => row.owner === owner && row.namespace === namespace)
        .map(({ id, value }) => [id, value]),
    );
  const of = (owner: keyof SettingVariables) => ({
    USER: named(owner, 'USER'),
    INTEGRATION: named(owner, 'INTEGRATION'),
  });
  return {
    invoice: of('invoice'),
    account: of('account'),
    customer: of('customer'),
    organization: of('organization'),
  };
}
