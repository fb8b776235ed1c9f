import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import type { Database } from '#platform/db/database.ts';
import { longOperation, type Org } from '#platform/http/operation.ts';
import { compareRollups } from '../audit/compare-rollups.ts';
import { repairRollups } from '../audit/repair-rollups.ts';
import { findRollupPage } from '../audit/rollup-pages.ts';
import { AuditUsageRequest, AuditUsageResponse } from '../audit/schema.ts';
import type { RollupMismatch } from '../store/audit-rollups.ts';

const MAX_LISTED = 100;
/** An account may have many millions of events. */
const MINUTES = 15;

export const auditUsage = longOperation({
  id: 'auditUsage',
  method: 'POST',
  route: '/ext/v1/usage/audit',
  scope: 'events:write',
  summary: 'Compare usage sums with events, and repair them',
  description:
    'Checks accounts page by page. Comparing blocks no other request; while the sums of an account ' +
    'are repaired, ingestion of the organization waits. Events are authoritative and never changed.',
  request: { body: AuditUsageRequest, isBodyOptional: true },
  response: { status: 200, body: AuditUsageResponse },
  problems: [accountNotFound],
  async handleLong({ database, org }, { body }) {
    const { accountId, repair = false, after = '' } = body ?? {};
    const { found, next } =
      accountId === undefined
        ? await comparePage(database, org, { after: after || null })
        : await compareAccount(database, org, accountId);
    const mismatches = found.slice(0, MAX_LISTED);
    const repaired = repair ? [...new Set(mismatches.map((each) => each.accountId))] : [];
    for (const id of repaired)
      await database.transaction({ orgId: org.orgId, access: 'write', minutes: MINUTES }, (tx) =>
        repairRollups(tx, org, id),
      );
    // Accounts of the page beyond the listed ones may need a repair, too.
    const isCut = repair && found.length > mismatches.length;
    return {
      mismatches: mismatches.map(describe),
      repairedAccountIds: repaired,
      next: isCut && accountId === undefined ? after : next,
    };
  },
});

interface Compared {
  found: RollupMismatch[];
  next: string | null;
}

async function comparePage(
  database: Database,
  org: Org,
  requested: { after: string | null; only?: string },
): Promise<Compared> {
  return database.transaction({ orgId: org.orgId, access: 'snapshot', minutes: MINUTES }, async (tx) => {
    const { next, ...page } = await findRollupPage(tx, org, requested);
    return { found: await compareRollups(tx, org, { ...page, limit: MAX_LISTED + 1 }), next };
  });
}

/** All pages of an account, until there are more differences than a response lists. */
async function compareAccount(database: Database, org: Org, accountId: string): Promise<Compared> {
  const { id: only } = await database.transaction({ orgId: org.orgId, access: 'read' }, (tx) =>
    getAccount(tx, org, accountId),
  );
  const found: RollupMismatch[] = [];
  for (let after: string | null = null; ; ) {
    const page: Compared = await comparePage(database, org, { after, only });
    found.push(...page.found);
    if (page.next === null || found.length > MAX_LISTED) return { found, next: null };
    after = page.next;
  }
}

function describe({ meterId, at, cycleStart, ...found }: RollupMismatch) {
  const { rollup, accountId, scheduleId, keptUnits, keptEvents, units, events } = found;
  return {
    ...{ rollup, accountId, usageMeterId: meterId, startTime: at, scheduleId },
    cycleStart: cycleStart === null ? null : Temporal.PlainDate.from(cycleStart),
    kept: { units: keptUnits, events: keptEvents },
    recomputed: { units, events },
  };
}
