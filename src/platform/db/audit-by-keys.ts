import { type RawBuilder, sql } from 'kysely';
import { type Audit, type AuditContext, MAX_MISMATCHES, type Mismatch } from '../audits.ts';
import type { Org } from '../http/operation.ts';
import type { Tx } from './database.ts';
import type { Tables } from './tables.ts';

/** A contiguous range of rows, in key order. */
export interface KeyStretch {
  /** Exclusive lower bound of the keys. */
  after: string;
  /** Inclusive upper bound of the keys; null: no bound. */
  last: string | null;
}

/** The rows of an organization that an audit checks in one step. */
export interface AuditedStretch {
  stretch: KeyStretch;
  /** The most mismatches to return: enough to find the cause. */
  limit: number;
}

interface KeyedAudit<Row> {
  name: string;
  claim: string;
  table: keyof Tables;
  /** A text column, unique in an organization; default `id`. */
  key?: string;
  /** Rows per stretch. */
  rows: number;
  /** Returns the rows that violate the claim. */
  find(tx: Tx, org: Org, stretch: AuditedStretch): Promise<readonly Row[]>;
  describe(row: Row): Mismatch;
}

/** An audit that walks a table in key order, one bounded stretch at a time. */
export function auditByKeys<Row>({ name, claim, ...audit }: KeyedAudit<Row>): Audit {
  return {
    name,
    claim,
    async check(context, after) {
      const stretch = await findStretch(context, { ...audit, after: after ?? '' });
      const found = await audit.find(context.tx, context.org, { stretch, limit: MAX_MISMATCHES });
      return { mismatches: found.map((row) => audit.describe(row)), next: stretch.last };
    },
  };
}

/** SQL: whether the key of a row lies in a stretch. */
export function isWithin(key: string, { after, last }: KeyStretch): RawBuilder<boolean> {
  const ordered = sql`${sql.ref(key)} collate "C"`;
  return last === null ? sql`${ordered} > ${after}` : sql`${ordered} > ${after} and ${ordered} <= ${last}`;
}

async function findStretch(
  { tx, org }: AuditContext,
  {
    table,
    key = 'id',
    rows: limit,
    after,
  }: Pick<KeyedAudit<never>, 'table' | 'key' | 'rows'> & { after: string },
): Promise<KeyStretch> {
  const ordered = sql`${sql.ref(key)} collate "C"`;
  const { rows } = await sql<{ last: string }>`
    select ${sql.ref(key)} as last from ${sql.table(table)}
    where org_id = ${org.orgId} and ${ordered} > ${after}
    order by ${ordered} offset ${limit - 1} limit 1`.execute(tx);
  return { after, last: rows[0]?.last ?? null };
}
