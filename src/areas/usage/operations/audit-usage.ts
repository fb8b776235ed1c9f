import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { allowMinutes } from '#platform/db/audit-results.ts';
import { longOperation } from '#platform/http/operation.ts';
import { findAccountPage } from '../audit/audits.ts';
import { compareRollups } from '../audit/compare-rollups.ts';
import { repairRollups } from '../audit/repair-rollups.ts';
import { AuditUsageRequest, AuditUsageResponse } from '../audit/schema.ts';
import type { RollupMismatch } from '../store/audit-rollups.ts';

const MOST_LISTED = 100;
/** An account may have many millions of events. */
const MINUTES = 15;

export const auditUsage = longOperation({
  id: 'auditUsage',
  method: 'POST',
  route: '/ext/v1/usage/audit',
  scope: 'events:write',
  summary: 'Compare the sums of usage with the events, and repair them',
  description:
    'Works through the accounts page by page. Comparing keeps nobody waiting; while the sums of an account ' +
    'are repaired, ingestion of the organization waits. Events decide: they are never changed.',
  request: { body: AuditUsageRequest, isBodyOptional: true },
  response: { status: 200, body: AuditUsageResponse },
  problems: [accountNotFound],
  async handleLong({ database, org }, { body }) {
    const { accountId, repair = false, after = '' } = body ?? {};
    const scope = { orgId: org.orgId };
    const { accountIds, next } = await database.transaction({ ...scope, access: 'read' }, async (tx) => {
      if (accountId === undefined) return findAccountPage({ tx, org }, after || null);
      return { accountIds: [(await getAccount(tx, org, accountId)).id], next: null };
    });
    const found = await database.transaction({ ...scope, access: 'snapshot' }, async (tx) => {
      await allowMinutes(tx, MINUTES);
      return compareRollups(tx, org, { accountIds, limit: MOST_LISTED + 1 });
    });
    const mismatches = found.slice(0, MOST_LISTED);
    const repaired = repair ? [...new Set(mismatches.map((each) => each.accountId))] : [];
    for (const id of repaired)
      await database.transaction({ ...scope, access: 'write' }, async (tx) => {
        await allowMinutes(tx, MINUTES);
        await repairRollups(tx, org, id);
      });
    // Accounts of the page that are not listed may have to be repaired too.
    const isCut = repair && found.length > mismatches.length;
    return {
      mismatches: mismatches.map(describe),
      repairedAccountIds: repaired,
      next: isCut && accountId === undefined ? after : next,
    };
  },
});

function describe({ meterId, at, cycleStart, ...found }: RollupMismatch) {
  const { rollup, accountId, scheduleId, keptUnits, keptEvents, units, events } = found;
  return {
    ...{ rollup, accountId, usageMeterId: meterId, startTime: at, scheduleId },
    cycleStart: cycleStart === null ? null : Temporal.PlainDate.from(cycleStart),
    kept: { units: keptUnits, events: keptEvents },
    recomputed: { units, events },
  };
}
