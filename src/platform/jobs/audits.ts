import { setTimeout } from 'node:timers/promises';
import type { Audit } from '../audits.ts';
import {
  type AuditPass,
  type AuditResult,
  beginAuditTurn,
  findAuditResult,
  listAuditTurns,
  saveAuditPass,
  saveAuditResult,
} from '../db/audit-results.ts';
import type { Database } from '../db/database.ts';
import { listOrgs } from '../db/orgs.ts';
import { readDatabaseClock } from '../db/scheduled-work.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Org } from '../http/operation.ts';
import type { Logger } from '../http/server.ts';

export interface NightlyAudit {
  database: Database;
  audits: readonly Audit[];
  metrics: Metrics;
  logger: Logger;
}

export interface NightLimits {
  /** For all audits of all organizations. The remaining ones come first in the next night. */
  nightMs: number;
  /** For one audit of one organization; with more data it continues the next night. */
  turnMs: number;
}

const LIMITS: NightLimits = { nightMs: 3 * 3_600_000, turnMs: 20 * 60_000 };
const MAX_EXAMPLES = 20;
/** Time limit of a page: it is bounded in rows, but a busy machine may still take long. */
const PAGE_MINUTES = 15;
/** The pause between pages, as a multiple of the last page's duration: requests take precedence. */
const RESTS = 3;

/**
 * Runs every audit of every organization, page by page, beginning with the least recently audited. Mismatches
 * go to the log as errors, and to the metrics, where they stay until an audit finds none. `signal` ends the
 * run between pages.
 */
export async function auditNightly(
  nightly: NightlyAudit,
  signal?: AbortSignal,
  { nightMs, turnMs }: NightLimits = LIMITS,
): Promise<void> {
  const morning = performance.now() + nightMs;
  for (const { org, audit } of await listTurns(nightly)) {
    if (signal?.aborted || performance.now() > morning) break;
    try {
      await continueAudit(nightly, org, { audit, signal, deadline: performance.now() + turnMs });
    } catch (error) {
      nightly.logger.error({ err: error, org: org.id, audit: audit.name }, 'an audit failed');
    }
  }
  await showAuditResults(nightly);
}

/** Audits that never ran first, in the order of the organizations; then by last run. */
async function listTurns({ database, audits }: NightlyAudit): Promise<{ org: Org; audit: Audit }[]> {
  const turns: { org: Org; audit: Audit; at: number }[] = [];
  for (const org of await listOrgs(database)) {
    const had = await database.transaction({ orgId: org.orgId, access: 'read' }, (tx) =>
      listAuditTurns(tx, org),
    );
    const times = new Map(had.map(({ audit, lookedAt }) => [audit, lookedAt.epochMilliseconds]));
    turns.push(...audits.map((audit) => ({ org, audit, at: times.get(audit.name) ?? 0 })));
  }
  return turns.sort((a, b) => a.at - b.at);
}

/** Loads the stored results into the metrics of this process: a restart must not clear an alarm. */
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
    // A running pass finds the mismatches of the last one again.
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
  { audit, signal, deadline }: { audit: Audit; signal: AbortSignal | undefined; deadline: number },
): Promise<void> {
  const scope = { orgId: org.orgId, access: 'write' } as const;
  const stored = await database.transaction(scope, async (tx) => {
    await beginAuditTurn(tx, org, audit.name);
    return findAuditResult(tx, org, audit.name);
  });
  const { pass, isWhole } = await runAudit(database, org, {
    audit,
    from: stored?.pass ?? NOT_BEGUN,
    isOver: () => signal?.aborted === true || performance.now() > deadline,
    // The signal ends the pause; the caller checks it anyway.
    rest: (workedMs) => setTimeout(RESTS * workedMs, undefined, { signal }).catch(() => undefined),
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

/** Runs page after page, to the last one or until time is up. */
export async function runAudit(
  database: Database,
  org: Org,
  run: {
    audit: Audit;
    from?: AuditPass;
    isOver?(): boolean;
    /** Pauses between pages. */
    rest?(workedMs: number): Promise<void>;
  },
): Promise<{ pass: AuditPass; isWhole: boolean }> {
  let pass = run.from ?? NOT_BEGUN;
  for (;;) {
    const began = performance.now();
    const { mismatches, next } = await database.transaction(
      { orgId: org.orgId, access: 'snapshot', minutes: PAGE_MINUTES },
      async (tx) => run.audit.check({ tx, org, now: await readDatabaseClock(tx, org) }, pass.after),
    );
    pass = {
      after: next,
      mismatches: pass.mismatches + mismatches.length,
      examples: [...pass.examples, ...mismatches].slice(0, MAX_EXAMPLES),
    };
    if (next !== null) await run.rest?.(performance.now() - began);
    if (next === null || run.isOver?.()) return { pass, isWhole: next === null };
  }
}
