import { getOrganization } from '#areas/organizations/index.ts';
import { sqlState } from '#platform/db/database.ts';
import { limitReads } from '#platform/db/limited-reads.ts';
import type { Context } from '#platform/http/operation.ts';
import { type CheckedQuery, checkQuery } from './check-query.ts';
import { previewTooLarge, queryInvalid } from './problems.ts';
import { MAX_PREVIEW_ROWS, type QueryInput } from './schema.ts';
import { readFirstRows } from './store/first-rows.ts';

const SECONDS = 5;
/** The SQLSTATE of a statement that exceeded the time limit. */
const CANCELLED = '57014';

export interface PreviewTerms {
  queryInput: QueryInput;
  accountId: string | null;
  range: { startAt: Temporal.Instant; endAt: Temporal.Instant } | null;
}

export interface Preview {
  query: CheckedQuery;
  rows: (string | null)[][];
  isCut: boolean;
}

/**
 * The first rows of a report, by the statement that writes its file. A source without a time ignores the
 * range, as scheduled reports do. Raises `queryInvalid` and `previewTooLarge`.
 */
export async function previewRows(
  { tx, org, now }: Pick<Context, 'tx' | 'org' | 'now'>,
  { queryInput, accountId, range }: PreviewTerms,
): Promise<Preview> {
  const limit = Math.min(queryInput.limit, MAX_PREVIEW_ROWS + 1);
  const checked = checkQuery({ ...queryInput, limit }, { accountId, hasRange: false });
  if (Array.isArray(checked)) throw queryInvalid({ problems: checked });
  const { timezone: timeZone } = await getOrganization(tx, org);
  const requested = { org, now, timeZone, query: checked, accountId };
  const ranged = checked.base.timeColumn === null ? null : range;
  try {
    const rows = await limitReads(tx, SECONDS, () => readFirstRows(tx, { ...requested, range: ranged }));
    const isCut = rows.length > MAX_PREVIEW_ROWS;
    return { query: checked, rows: rows.slice(0, MAX_PREVIEW_ROWS), isCut };
  } catch (error) {
    if (sqlState(error) === CANCELLED) throw previewTooLarge({ seconds: SECONDS });
    throw error;
  }
}
