import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { MIN_NUMBER } from '../match-bank-line.ts';

interface Line {
  amount: Decimal;
  currency: string | null;
  text: string;
}

const MAX_OWNERS = 50;
const MAX_INVOICES = 500;

/** Legal forms are written in many ways, and often left out. */
const LEGAL_FORMS =
  '\\m(gmbh|mbh|ag|kg|kgaa|ug|ohg|se|inc|llc|ltd|limited|corp|corporation|co|company|plc|sa|sas|sarl|bv|nv|' +
  'oy|ab|as|spa|srl|pty)\\M';

const compact = (text: unknown) => sql`regexp_replace(${text}, '[[:space:][:punct:]]', '', 'g')`;
const latin = (text: unknown) =>
  sql`replace(replace(replace(replace(${text}, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss')`;

/** Accounts and groups that a bank line may be from. */
export interface Owner {
  /** Of an account or a group. */
  ownerId: string;
  isNamed: boolean;
}

/**
 * Finds owners by the numbers and amounts of their open invoices, alone or two together, and by the names of
 * customers and groups in the text. The number is only compared roughly here.
 */
export async function listOwnersOfLine(tx: Tx, org: Org, line: Line): Promise<Owner[]> {
  const { amount, currency } = line;
  const text = line.text.toLowerCase();
  const { rows } = await sql<Owner>`
    with line as (
      select ${compact(sql`${text}::text`)} as numbers, ${compact(latin(sql`${text}::text`))} as names),
    open as materialized (
      select i.owner_id, i.customer_id, i.group_id, i.sequence_id,
        i.total_amount - i.paid_amount as outstanding
      from invoices i
      where i.org_id = ${org.orgId} and i.status in ('DUE', 'PARTIALLY_PAID')
        and i.invoice_class = 'INVOICE' and i.due_date is not null
        and (${currency}::text is null or i.currency = ${currency})),
    names as (
      select id, ${compact(latin(sql`regexp_replace(folded(name), ${LEGAL_FORMS}, '', 'g')`))} as name
      from customers where org_id = ${org.orgId}
      union all
      select id, ${compact(latin(sql`regexp_replace(folded(name), ${LEGAL_FORMS}, '', 'g')`))}
      from invoice_groups where org_id = ${org.orgId}),
    named as (
      select names.id from names, line where length(names.name) >= 3 and strpos(line.names, names.name) > 0),
    found as (
      select o.owner_id, 3 as weight, false as is_named from open o, line
      where o.outstanding = ${amount}::numeric
        or (length(${compact(sql`o.sequence_id`)}) >= ${MIN_NUMBER}
          and strpos(line.numbers, lower(${compact(sql`o.sequence_id`)})) > 0)
      union all
      select a.owner_id, 2, false from open a
      join open b on b.owner_id = a.owner_id and b.outstanding = ${amount}::numeric - a.outstanding
        and b.sequence_id > a.sequence_id
      union all
      select o.owner_id, 1, true from open o join named n on n.id = coalesce(o.customer_id, o.group_id))
    select owner_id, bool_or(is_named) as is_named from found
    group by owner_id order by sum(distinct weight) desc, owner_id limit ${MAX_OWNERS}`.execute(tx);
  return rows;
}

export interface OwedInvoice {
  ownerId: string;
  /** The customer or the group. */
  debtorId: string;
  id: string;
  sequenceId: string | null;
  invoiceDate: Temporal.Instant;
  dueDate: Temporal.Instant;
  currency: string;
  totalAmount: Decimal;
  outstandingAmount: Decimal;
  accountId: string | null;
  groupId: string | null;
  debtorName: string;
  ownerName: string;
}

/** The open invoices of some owners, earliest due date first. */
export async function listOwedBy(
  tx: Tx,
  org: Org,
  { ownerIds, currency }: { ownerIds: readonly string[]; currency: string | null },
): Promise<OwedInvoice[]> {
  const { rows } = await sql<OwedInvoice>`
    select i.owner_id, coalesce(i.customer_id, i.group_id) as debtor_id, i.id, i.sequence_id, i.invoice_date, i.due_date, i.currency, i.total_amount,
      i.total_amount - i.paid_amount as outstanding_amount, i.account_id, i.group_id,
      coalesce(c.name, g.name, '') as debtor_name, coalesce(a.name, g.name, '') as owner_name
    from invoices i
    left join accounts a on a.org_id = i.org_id and a.id = i.account_id
    left join customers c on c.org_id = i.org_id and c.id = i.customer_id
    left join invoice_groups g on g.org_id = i.org_id and g.id = i.group_id
    where i.org_id = ${org.orgId} and i.owner_id = any(${[...ownerIds]})
      and i.status in ('DUE', 'PARTIALLY_PAID') and i.invoice_class = 'INVOICE' and i.due_date is not null
      and (${currency}::text is null or i.currency = ${currency})
    order by i.due_date, i.sequence_id, i.id limit ${MAX_INVOICES}`.execute(tx);
  return rows;
}
