import { decimalText } from '#core/decimal.ts';
import { type Audit, MAX_MISMATCHES } from '#platform/audits.ts';
import { listAuditedEntries } from './store/audit.ts';

const PAGE_ENTRIES = 2_000;

/** Invariants of feature credits. */
export const entitlementAudits: readonly Audit[] = [
  {
    name: 'entitlements.used',
    claim: 'the used units of an entry of feature credits equal its debits by events',
    async check({ tx, org }, after) {
      const page = await listAuditedEntries(tx, org, {
        after: after === null ? ['', '', ''] : (JSON.parse(after) as string[]),
        limit: PAGE_ENTRIES,
      });
      const mismatches = page
        .filter(({ used, taken }) => !used.eq(taken))
        .map(({ accountId, featureId, id, used, taken }) => ({
          subject: `entry ${id} of account ${accountId}, feature ${featureId}`,
          problem: `used is ${decimalText(used)}, but its debits add up to ${decimalText(taken)}`,
        }));
      const last = page.length < PAGE_ENTRIES ? undefined : page.at(-1);
      return {
        mismatches: mismatches.slice(0, MAX_MISMATCHES),
        next: last ? JSON.stringify([last.accountId, last.featureId, last.id]) : null,
      };
    },
  },
];
