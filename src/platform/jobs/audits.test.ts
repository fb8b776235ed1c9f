import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '#test/open-database.ts';
import type { Audit, AuditPage } from '../audits.ts';
import { createMetrics, type Metrics } from '../http/metrics.ts';
import type { Logger } from '../http/server.ts';
import { auditNightly, type NightLimits, showAuditResults } from './audits.ts';

const opened = useDatabase();
let metrics: Metrics;
let lines: [details: Record<string, unknown>, message: string][];
let seen: string[];
beforeEach(() => {
  metrics = createMetrics();
  lines = [];
  seen = [];
});

const logger = {
  error: (details: Record<string, unknown>, message: string) => void lines.push([details, message]),
} as unknown as Logger;
const found = (subject: string) => ({ subject, problem: 'is wrong' });

/** Pages by the place where they begin; what was looked at is in `seen`. */
function auditOf(name: string, pages: Record<string, AuditPage>): Audit {
  return {
    name,
    claim: 'nothing is wrong',
    check: async ({ org }, after) => {
      seen.push(`${org.id} ${org.environment} ${name} ${after}`);
      return pages[after ?? 'first'] as AuditPage;
    },
  };
}
const SOUND = auditOf('sound', { first: { mismatches: [], next: null } });
const BROKEN = auditOf('broken', {
  first: { mismatches: [found('a'), found('b')], next: '2' },
  2: { mismatches: [], next: '3' },
  3: { mismatches: [found('c')], next: null },
});
const nightly = (...audits: Audit[]) => ({ database: opened.database, audits, metrics, logger });
const metric = async (line: RegExp) => line.exec(await metrics.print())?.[1];

describe('the nightly audit', () => {
  it('looks at every page of every environment, and says what it found', async () => {
    await opened.org('acme');
    await auditNightly(nightly(SOUND, BROKEN));
    expect(seen).toEqual(
      ['production', 'sandbox'].flatMap((environment) =>
        ['sound null', 'broken null', 'broken 2', 'broken 3'].map((page) => `acme ${environment} ${page}`),
      ),
    );
    expect(lines).toEqual(
      ['production', 'sandbox'].map((environment) => [
        {
          ...{ org: 'acme', environment, audit: 'broken', after: null, mismatches: 3 },
          examples: [found('a'), found('b'), found('c')],
        },
        'an audit found mismatches',
      ]),
    );
    expect(await metric(/^tallymark_audit_mismatches\{audit="sound"\} (\d+)$/m)).toBe('0');
    expect(await metric(/^tallymark_audit_mismatches\{audit="broken"\} (\d+)$/m)).toBe('6');
    expect(Number(await metric(/last_run_timestamp_seconds\{audit="sound"\} ([\d.]+)$/m))).toBeGreaterThan(0);
  });

  it('is remembered: another process shows what the last one found, until it is gone', async () => {
    await showAuditResults(nightly(SOUND, BROKEN));
    expect(await metric(/^tallymark_audit_mismatches\{audit="broken"\} (\d+)$/m)).toBe('6');
    await auditNightly(nightly(auditOf('broken', { first: { mismatches: [], next: null } })));
    expect(await metric(/^tallymark_audit_mismatches\{audit="broken"\} (\d+)$/m)).toBe('0');
  });

  it('that is interrupted goes on where it was', async () => {
    const stop = new AbortController();
    const cut: Audit = {
      ...BROKEN,
      check: (context, after) => {
        stop.abort();
        return BROKEN.check(context, after);
      },
    };
    await auditNightly(nightly(cut), stop.signal);
    expect(seen).toEqual(['acme production broken null']);
    expect(await metric(/^tallymark_audit_mismatches\{audit="broken"\} (\d+)$/m)).toBe('2'); // so far
    seen = [];
    await auditNightly(nightly(BROKEN));
    // What waits for longer has its turn first.
    expect(seen).toEqual([
      ...['null', '2', '3'].map((page) => `acme sandbox broken ${page}`),
      ...['2', '3'].map((page) => `acme production broken ${page}`),
    ]);
    expect(await metric(/^tallymark_audit_mismatches\{audit="broken"\} (\d+)$/m)).toBe('6');
  });

  it('is over in the morning, and what was left has its turn first in the next night', async () => {
    const slow: Audit = {
      ...BROKEN,
      check: async (context, after) => {
        await setTimeout(150);
        return BROKEN.check(context, after);
      },
    };
    // Begins before it is over also where the machine is slow; a page and a rest take longer.
    const nightMs = 300;
    const night = (limits: NightLimits) => auditNightly(nightly(slow), undefined, limits);
    await night({ nightMs, turnMs: 60_000 });
    expect(seen).toEqual(['null', '2', '3'].map((page) => `acme sandbox broken ${page}`));
    await night({ nightMs, turnMs: 5 });
    expect(seen.slice(3)).toEqual(['acme production broken null']);
    await night({ nightMs: 60_000, turnMs: 5 });
    expect(seen.slice(4)).toEqual(['acme sandbox broken null', 'acme production broken 2']);
    await night({ nightMs: 60_000, turnMs: 60_000 });
    expect(seen.slice(6)).toEqual([
      ...['2', '3'].map((page) => `acme sandbox broken ${page}`),
      'acme production broken 3',
    ]);
  });

  it('rests between two pages thrice as long as one took, and not when it is to end', async () => {
    const stop = new AbortController();
    const begun: number[] = [];
    const slow: Audit = {
      ...BROKEN,
      check: async (context, after) => {
        begun.push(performance.now());
        await setTimeout(after === '2' ? 2000 : 50);
        if (after === '2') setTimeout(10).then(() => stop.abort());
        return BROKEN.check(context, after);
      },
    };
    const began = performance.now();
    await auditNightly(nightly(slow), stop.signal);
    // Two clocks, which differ by less than that.
    expect((begun[1] ?? 0) - (begun[0] ?? 0)).toBeGreaterThanOrEqual(4 * 50 - 2);
    expect(begun).toHaveLength(2);
    expect(performance.now() - began).toBeLessThan(4 * 2000);
  });

  it('that fails says so, and the others are done', async () => {
    const failing: Audit = { ...SOUND, name: 'failing', check: () => Promise.reject(new Error('no')) };
    await auditNightly(nightly(failing, SOUND));
    expect(seen).toHaveLength(2);
    expect(lines.map(([{ audit }, message]) => `${audit}: ${message}`)).toEqual(
      Array(2).fill('failing: an audit failed'),
    );
  });

  it('reads each page as of one instant, and writes nothing', async () => {
    const counts: number[] = [];
    const twice: Audit = {
      ...SOUND,
      check: async ({ tx, org }) => {
        const count = async () => {
          const { rows } = await sql<{ n: number }>`select count(*)::int as n from catalog_changes
            where org_id = ${org.orgId}`.execute(tx);
          counts.push(rows[0]?.n ?? -1);
        };
        await count();
        await opened.database.transaction({ orgId: org.orgId, access: 'write' }, (writing) =>
          sql`insert into catalog_changes (org_id, kind, key) values (${org.orgId}, 'ACCOUNT', 'a')`.execute(
            writing,
          ),
        );
        await count();
        await expect(sql`delete from catalog_changes`.execute(tx)).rejects.toThrow(/read-only/);
        throw new Error('the transaction has failed');
      },
    };
    await auditNightly(nightly(twice));
    expect(counts).toEqual([0, 0, 0, 0]);
  });
});
