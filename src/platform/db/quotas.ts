import { type RawBuilder, sql } from 'kysely';
import type { Org } from '../http/operation.ts';
import { problemKind } from '../problem.ts';
import type { Tx } from './database.ts';

/** Resources whose number per organization is limited. */
export type QuotaName = 'customers' | 'accounts' | 'aliases' | 'pricePlans' | 'eventSchemas' | 'usageMeters';

/** Null: unlimited. */
export type Quotas = Readonly<Record<QuotaName, number | null>>;

const WORDS: Readonly<Record<QuotaName, string>> = {
  customers: 'customers',
  accounts: 'accounts',
  aliases: 'aliases',
  pricePlans: 'price plans',
  eventSchemas: 'event schemas',
  usageMeters: 'usage meters',
};

/** A person makes room, not time: automatic retries should pause for long. */
const RETRY_SECONDS = '3600';

const TEMPLATE =
  'quota exceeded: {name}; the maximum is {max}; archive unused ones, or ask the operator to raise it';
export const quotaExceeded = problemKind(
  'QUOTA_EXCEEDED',
  { status: 429, template: TEMPLATE },
  ({ name, max }: { name: QuotaName; max: number }) => {
    const words = WORDS[name];
    const advice = name === 'aliases' ? 'remove' : 'archive';
    const room = `the maximum is ${max}; ${advice} unused ones, or ask the operator to raise it`;
    const message = `quota exceeded: ${words}; ${room}`;
    return { message, headers: { 'retry-after': RETRY_SECONDS } };
  },
);

/**
 * Call last in a transaction that adds resources: throws `quotaExceeded` when `rows`, the statement that
 * selects everything that counts, now finds too many. Of two concurrent transactions, the second counts when
 * the first has ended, and so includes its rows; nothing stays locked afterwards, so that they never wait for
 * each other.
 */
export async function checkQuota(
  tx: Tx,
  org: Org,
  quota: { quotas: Quotas; name: QuotaName; rows: RawBuilder<unknown> },
): Promise<void> {
  const { quotas, name, rows } = quota;
  const max = quotas[name];
  if (max === null) return;
  await sql`select pg_advisory_xact_lock(hashtext(${`quota ${name}`}), ${org.orgId})`.execute(tx);
  const found = await sql<{ count: number }>`
    select count(*) as count from (${rows} limit ${max + 1}) as rows`.execute(tx);
  if ((found.rows[0]?.count ?? 0) > max) throw quotaExceeded({ name, max });
}
