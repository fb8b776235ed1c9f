import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listAlerts } from './firing-alerts.ts';
import { readMetrics } from './read-metrics.ts';

const RULES = join(import.meta.dirname, '../../../packaging/prometheus/tallymark.rules.yml');
const rules = [
  ...readFileSync(RULES, 'utf8').matchAll(
    /- alert: (\w+)\n\s+expr: (.+)\n(?:.+\n)*?\s+labels: \{ severity: (\w+) \}/g,
  ),
].map(([, name = '', expr = '', severity = '']) => ({ name, expr, severity: severity.toUpperCase() }));

/** They compare readings, or need none of the service. */
const OF_PROMETHEUS = [
  ...['TallymarkDown', 'TallymarkErrors', 'TallymarkPoolExhausted', 'TallymarkAlarm'],
  'TallymarkRequestLogIncomplete',
];
const NOW = 1_900_000_000;

function firing(text: string, readiness: 'READY' | 'STANDBY' = 'READY') {
  return listAlerts({ metrics: readMetrics(text), readiness, nowSeconds: NOW });
}

const simple = rules.flatMap(({ expr, ...rule }) => {
  const [, metric, sign, limit] = /^(\w+(?:\{[^}]*\})?) (>|==) (\d+)$/.exec(expr) ?? [];
  if (metric === undefined || OF_PROMETHEUS.includes(rule.name)) return [];
  return [{ ...rule, metric, limit: sign === '==' ? Number(limit) - 1 : Number(limit) }];
});

it('knows every rule that one reading decides', () => {
  expect(rules.length).toBeGreaterThan(12);
  const byHand = ['TallymarkWritesRefused', 'TallymarkDiskFull', 'TallymarkAuditOld'];
  const known = [...OF_PROMETHEUS, ...byHand, ...simple.map(({ name }) => name)];
  expect(known.toSorted()).toEqual(rules.map(({ name }) => name).toSorted());
});

it.each(simple)('$name fires above $limit as the rule for Prometheus does', (rule) => {
  const { metric, limit, name, severity } = rule;
  expect(firing(`${metric} ${limit}`)).toEqual([]);
  expect(firing(`${metric} ${limit + 1}`)).toEqual([
    { name, severity, firesAbove: limit, reading: limit + 1 },
  ]);
});

it('a database that accepts no writes fires, before anything that is only a warning', () => {
  const names = firing('tallymark_database_longest_lock_wait_seconds 60', 'STANDBY').map(({ name }) => name);
  expect(names).toEqual(['TallymarkWritesRefused', 'TallymarkLockWait']);
});

it('whatever fires, no warning precedes what is critical', () => {
  const all = simple.map(({ metric, limit }) => `${metric} ${limit + 1}`).join('\n');
  const severities = firing(all).map(({ severity }) => severity);
  expect(severities).toHaveLength(simple.length);
  expect(severities.slice(severities.indexOf('WARNING'))).not.toContain('CRITICAL');
});

it('a disk fires below a tenth of free space, and not while its size is unknown', () => {
  const disk = (free: number) => `tallymark_disk_free_bytes ${free}\ntallymark_disk_size_bytes 1000`;
  expect(firing(disk(101))).toEqual([]);
  expect(firing(disk(99))).toMatchObject([{ name: 'TallymarkDiskFull', severity: 'WARNING' }]);
  expect(firing('tallymark_disk_free_bytes 0')).toEqual([]);
});

it('an audit fires two days after the last one, and not before the first', () => {
  const ran = (at: number) => `tallymark_audit_last_run_timestamp_seconds ${at}`;
  expect(firing(ran(NOW - 172_800))).toEqual([]);
  expect(firing(ran(NOW - 172_801))).toMatchObject([{ name: 'TallymarkAuditOld', reading: 172_801 }]);
  expect(firing('')).toEqual([]);
});
