import { type Audit, MAX_MISMATCHES, type Mismatch } from '#platform/audits.ts';
import { type ChainPage, checkLinks, findLostHead, listStrays } from './store/chain.ts';

const PAGE_ROWS = 5_000;

/** Invariant I13: the log still has every entry, unchanged. */
export const auditLogAudits: readonly Audit[] = [
  {
    name: 'audit_log.chain',
    claim: 'no sealed entry was changed, and no link of the chain was removed',
    async check({ tx, org }, after) {
      const { broken, next } = await checkLinks(tx, org, { after: Number(after ?? 0), limit: PAGE_ROWS });
      const mismatches = broken.flatMap(describeLink);
      const head = next === null ? await findLostHead(tx, org) : null;
      if (head)
        mismatches.push({
          subject: `audit log, number ${head.number}`,
          problem: `was sealed last, but the chain ends at ${head.lastNumber ?? 'no number'}`,
        });
      return { mismatches: mismatches.slice(0, MAX_MISMATCHES), next: next === null ? null : String(next) };
    },
  },
  {
    name: 'audit_log.entries',
    claim: 'every entry is sealed or queued for sealing',
    async check({ tx, org }, after) {
      const { strays, next } = await listStrays(tx, org, { after: Number(after ?? 0), limit: PAGE_ROWS });
      const mismatches = strays.map(({ id, isEntry, isSealed }) => ({
        subject: `audit entry ${id}`,
        problem: isEntry ? describeStray(isSealed) : 'is queued for sealing, but was removed',
      }));
      return { mismatches: mismatches.slice(0, MAX_MISMATCHES), next: next === null ? null : String(next) };
    },
  },
];

function describeStray(isSealed: boolean): string {
  return isSealed
    ? 'is sealed, but still queued for sealing'
    : 'is neither sealed nor queued for sealing: somebody inserted it';
}

function describeLink(link: ChainPage['broken'][number]): Mismatch[] {
  const { number, entryId } = link;
  const problems = [
    ...(link.isAfterGap ? ['the link before it was removed'] : []),
    ...(link.isLinked ? [] : ['its previous hash differs from the hash of the link before it']),
    ...(link.hasEntry ? [] : ['its entry was removed']),
    ...(link.hasEntry && !link.isUnchanged ? ['the entry or its seal was changed'] : []),
  ];
  const subject = `audit log, number ${number}, entry ${entryId}`;
  return problems.map((problem) => ({ subject, problem }));
}
