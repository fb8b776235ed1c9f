import type { Audit } from '../audits.ts';
import {
  type AuditPass,
  type AuditResult,
  allowMinutes,
  findAuditResult,
  saveAuditPass,
  saveAuditResult,
} from '../db/audit-results.ts';
import type { Database } from '../db/database.ts';
import { readDatabaseClock } from '../db/due-work.ts';
import { listOrgs } from '../db/orgs.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Org } from '../http/operation.ts';
import type { Logger } from '../http/server.ts';

export interface NightlyAudit {
  database: Database;
  audits: readonly Audit[];
  metrics: Metrics;
  logger: Logger;
}

/** What one audit may take of one organization in a night; with more data it goes on the next night. */
const NIGHT_MS = 5 * 60_000;
const MOST_EXAMPLES = 20;
/** A page is bounded in rows; a busy machine may still take long for it. */
const PAGE_MINUTES = 15;

/**
 * Every audit of every organization, one page after the other. What is found goes to the log as an error, and
 * to the metrics, where it stays until an audit finds nothing. `signal` ends it between two pages.
 */
export async function auditNightly(nightly: NightlyAudit, signal?: AbortSignal): Promise<void> {
  for (const org of await listOrgs(nightly.database))
    for (const audit of nightly.audits) {
      if (signal?.aborted) continue;
      try {
        await continueAudit(nightly, org, { audit, signal });
      } catch (error) {
        nightly.logger.error({ err: error, org: org.id, audit: audit.name }, 'an audit could not be done');
      }
    }
  await showAuditResults(nightly);
}

/** Puts what is stored into the metrics of this process: an alarm does not end with a restart. */
export async function showAuditResults({ database, audits, metrics }: NightlyAudit): Promise<void> {
  const orgs = await listOrgs(database);
  for (const { name } of audits) {
    const results: (AuditResult | null)[] = [];
    for (const org of orgs)
      results.push(
        await database.transaction({ orgId: org.orgId, access: 'read' }, (tx) =>
          findAuditResult(tx, org, name),
        ),
      );
    // A pass that is under way meets again what the last one found.
    const counts = results.map((each) => Math.max(each?.mismatches ?? 0, each?.pass?.mismatches ?? 0));
    const times = results.flatMap((result) => result?.finishedAt ?? []).sort(Temporal.Instant.compare);
    const isComplete = times.length === orgs.length;
    if (results.some((result) => result !== null))
      metrics.setAudit(name, {
        mismatches: counts.reduce((sum, count) => sum + count, 0),
        at: (isComplete && times[0]) || null,
      });
  }
}

async function continueAudit(
  { database, logger }: NightlyAudit,
  org: Org,
  { audit, signal }: { audit: Audit; signal: AbortSignal | undefined },
): Promise<void> {
  const scope = { orgId: org.orgId, access: 'write' } as const;
  const stored = await database.transaction(scope, (tx) => findAuditResult(tx, org, audit.name));
  const deadline = performance.now() + NIGHT_MS;
  const { pass, isWhole } = await runAudit(database, org, {
    audit,
    from: stored?.pass ?? NOT_BEGUN,
    isOver: () => signal?.aborted === true || performance.now() > deadline,
  });
  const kept = { audit: audit.name, pass };
  await database.transaction(scope, (tx) =>
    isWhole ? saveAuditResult(tx, org, kept) : saveAuditPass(tx, org, kept),
  );
  const { id, environment } = org;
  if (pass.mismatches > 0)
    logger.error({ org: id, environment, audit: audit.name, ...pass }, 'an audit found mismatches');
}

const NOT_BEGUN: AuditPass = { after: null, mismatches: 0, examples: [] };

/** Page after page until the last one, or until it is over. */
export async function runAudit(
  database: Database,
  org: Org,
  run: { audit: Audit; from?: AuditPass; isOver?(): boolean },
): Promise<{ pass: AuditPass; isWhole: boolean }> {
  let pass = run.from ?? NOT_BEGUN;
  for (;;) {
    const { mismatches, next } = await database.transaction(
      { orgId: org.orgId, access: 'snapshot' },
      async (tx) => {
        await allowMinutes(tx, PAGE_MINUTES);
        return run.audit.check({ tx, org, now: await readDatabaseClock(tx, org) }, pass.after);
      },
    );
    pass = {
      after: next,
      mismatches: pass.mismatches + mismatches.length,
      examples: [...pass.examples, ...mismatches].slice(0, MOST_EXAMPLES),
    };
    if (next === null || run.isOver?.()) return { pass, isWhole: next === null };
  }
}
