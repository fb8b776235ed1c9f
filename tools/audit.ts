// Asks a database whether everything that has to be true of it is:  npm run audit
import { audits } from '#app';
import type { Database } from '#platform/db/database.ts';
import { type AuditOutcome, auditEverything } from '#platform/jobs/audit-everything.ts';
import { messageOf, withCommandDatabase } from './command-database.ts';

/** Whether all invariants hold. */
async function audit(database: Database): Promise<boolean> {
  const started = performance.now();
  const sum = { outcomes: 0, mismatches: 0, failures: 0 };
  const environments = new Set<number>();
  await auditEverything({ database, audits }, (outcome) => {
    sum.outcomes += 1;
    sum.mismatches += outcome.mismatches;
    sum.failures += Number(outcome.error !== null);
    environments.add(outcome.org.orgId);
    for (const line of describeOutcome(outcome)) console.log(line);
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const [isSound, requested] = [sum.mismatches + sum.failures === 0, `${audits.length} invariants`];
  const end = isSound
    ? 'all invariants hold'
    : `${sum.mismatches} mismatches${sum.failures > 0 ? `, ${sum.failures} checks failed` : ''}`;
  console.log(`Checked ${requested} of ${environments.size} environments in ${seconds} s: ${end}.`);
  return isSound;
}

/** Empty for an audit without mismatches. */
function describeOutcome({ org, audit, mismatches, examples, error }: AuditOutcome): string[] {
  const location = `${org.id} ${org.environment}, ${audit.name}`;
  if (error !== null) return [`✗ ${location}: the check failed: ${messageOf(error)}`];
  if (mismatches === 0) return [];
  const more = mismatches - examples.length;
  return [
    `✗ ${location}: ${mismatches} mismatches; expected: ${audit.claim}`,
    ...examples.map(({ subject, problem }) => `    ${subject}: ${problem}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}

try {
  process.exitCode = (await withCommandDatabase(audit)) ? 0 : 1;
} catch (error) {
  console.error(`The audit failed: ${messageOf(error)}`);
  process.exitCode = 1;
}
