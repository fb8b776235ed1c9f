import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { type AliasClaim, fitClaim } from './alias-rules.ts';
import { aliasIsAccountId, tooManyAliases } from './problems.ts';
import { listAccountIdsInAnyCase } from './store/accounts.ts';
import { type AliasRange, countAliasesAt, insertRanges, listRangesOfValues } from './store/aliases.ts';

const MAX_ALIASES = 10;

/**
 * Binds the claimed aliases to an account. The caller has locked the names (`lockNames`) and the account.
 * Returns the number of new ranges; aliases that the account already has add none. Raises `aliasTaken`,
 * `aliasIsAccountId` or `tooManyAliases`.
 */
export async function bindAliases(
  tx: Tx,
  org: Org,
  bound: { accountId: string; claims: readonly AliasClaim[]; now: Temporal.Instant },
): Promise<number> {
  const { accountId, now } = bound;
  // The account's own id always works as its alias.
  const claims = bound.claims.filter(({ value }) => value !== accountId);
  if (claims.length === 0) return 0;
  const values = [...new Set(claims.map(({ value }) => value))];
  const [rows, ids] = await Promise.all([
    listRangesOfValues(tx, org, values),
    listAccountIdsInAnyCase(tx, org, values),
  ]);
  const other = ids.find((id) => id !== accountId);
  if (other !== undefined) throw aliasIsAccountId({ value: other.toLowerCase() });
  const ranges = fitClaims(claims, { accountId, now, rows });
  await insertRanges(tx, org, { accountId, ranges, now });
  if ((await countAliasesAt(tx, org, { accountId, at: now })) > MAX_ALIASES)
    throw tooManyAliases({ max: MAX_ALIASES });
  return ranges.length;
}

/** Fits each claim beside the stored ranges and the claims before it. */
function fitClaims(
  claims: readonly AliasClaim[],
  context: {
    accountId: string;
    now: Temporal.Instant;
    rows: Awaited<ReturnType<typeof listRangesOfValues>>;
  },
): AliasRange[] {
  const { accountId, now, rows } = context;
  const fitted: AliasRange[] = [];
  for (const claim of claims) {
    const own = fitted.map(({ value, from, until }) => ({
      accountId,
      value,
      effectiveFrom: from,
      effectiveUntil: until,
    }));
    const taken = [...rows, ...own].filter(({ value }) => value === claim.value);
    const range = fitClaim(claim, { accountId, taken, now });
    if (range) fitted.push(range);
  }
  return fitted;
}
