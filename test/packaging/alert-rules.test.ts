import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const ROOT = join(import.meta.dirname, '../..');
const PROMTOOL = '/usr/bin/promtool';
const RULES = join(ROOT, 'packaging/prometheus/tallymark.rules.yml');
const DASHBOARD = join(ROOT, 'packaging/grafana/tallymark.json');
const ABSENT = 'promtool is not installed on this machine';

const service = useService();
const rules = readFileSync(RULES, 'utf8');
const alerts = [...rules.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name = '']) => name);

interface Panel {
  title: string;
  targets: { expr: string }[];
}
const panels: Panel[] = JSON.parse(readFileSync(DASHBOARD, 'utf8')).panels;

async function promtool(...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(PROMTOOL, args).catch((error) => error);
  return `${stdout}${stderr}`;
}

async function withFile(name: string, text: string, run: (path: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tallymark-rules-'));
  try {
    await writeFile(join(folder, name), text);
    await run(join(folder, name));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Series that make each alert fire, by the minute, and the labels that it then has. */
const FIRES: Record<
  string,
  { series: Record<string, string>; labels?: Record<string, string>; at?: string }
> = {
  TallymarkDown: { series: { 'up{job="tallymark"}': '0x10' }, labels: { job: 'tallymark' } },
  TallymarkErrors: {
    series: {
      'tallymark_http_request_seconds_count{operation="listAccounts",status="200"}': '0+90x20',
      'tallymark_http_request_seconds_count{operation="listAccounts",status="500"}': '0+10x20',
    },
    at: '15m',
  },
  TallymarkWritesRefused: { series: { tallymark_writes_refused_total: '0+1x20' } },
  TallymarkDiskFull: {
    series: { tallymark_disk_free_bytes: '9x60', tallymark_disk_size_bytes: '100x60' },
    at: '45m',
  },
  TallymarkRecovering: { series: { tallymark_database_in_recovery: '1x30' }, at: '15m' },
  TallymarkLockWait: { series: { tallymark_database_longest_lock_wait_seconds: '31x10' } },
  TallymarkCommitWait: { series: { tallymark_database_longest_commit_wait_seconds: '11x10' } },
  TallymarkPoolExhausted: { series: { tallymark_database_pool_wait_seconds_total: '0+300x30' }, at: '20m' },
  TallymarkWorkLate: { series: { tallymark_scheduled_work_oldest_due_seconds: '901x20' }, at: '10m' },
  TallymarkQueueStuck: { series: { tallymark_queue_oldest_seconds: '301x20' }, at: '10m' },
  TallymarkWorkOnHold: {
    series: { 'tallymark_scheduled_work_failing{state="on_hold"}': '1x10' },
    labels: { state: 'on_hold' },
  },
  TallymarkOutboxStuck: {
    series: { 'tallymark_outbox_oldest_waiting_seconds{outbox="mails"}': '3601x20' },
    labels: { outbox: 'mails' },
    at: '10m',
  },
  TallymarkOutgoingHeld: {
    series: { 'tallymark_outgoing_held{kind="charges"}': '1x30' },
    labels: { kind: 'charges' },
    at: '20m',
  },
  TallymarkBackupOld: { series: { tallymark_backup_age_seconds: '172801x10' } },
  TallymarkBackupFailed: { series: { tallymark_backup_failed: '1x90' }, at: '70m' },
  TallymarkVerificationFailed: { series: { tallymark_backup_verification_failed: '1x10' } },
  TallymarkLogArchiveLate: { series: { tallymark_log_archive_lag_seconds: '901x20' }, at: '10m' },
  TallymarkAuditMismatch: {
    series: { 'tallymark_audit_mismatches{audit="wallets"}': '1x10' },
    labels: { audit: 'wallets' },
  },
  TallymarkAuditOld: {
    series: { 'tallymark_audit_last_run_timestamp_seconds{audit="wallets"}': '0x4400' },
    labels: { audit: 'wallets' },
    at: '72h',
  },
  TallymarkAlarm: {
    series: { 'tallymark_alarms_total{kind="SCHEDULED_WORK_STUCK"}': '0x5 1x10' },
    labels: { kind: 'SCHEDULED_WORK_STUCK' },
    at: '10m',
  },
  TallymarkRequestLogIncomplete: {
    series: { 'tallymark_request_log_missing_total{what="bodies"}': '0x5 9x10' },
    labels: { what: 'bodies' },
    at: '10m',
  },
};

it('every alert has a case below and a section in the runbooks', () => {
  expect(Object.keys(FIRES)).toEqual(alerts);
  const runbooks = readFileSync(join(ROOT, 'docs/runbooks.md'), 'utf8');
  expect([...runbooks.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)).toEqual(alerts);
  const named = [...rules.matchAll(/^ +runbook: docs\/runbooks\.md#(\w+)$/gm)].map(([, anchor]) => anchor);
  expect(named).toEqual(alerts.map((name) => name.toLowerCase()));
});

it('rules and dashboard name metrics that the service has', async () => {
  const { payload } = await service.app.server.inject({ method: 'GET', url: '/metrics' });
  const declared = new Set([...payload.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
  const used = [rules, ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))].flatMap((text) =>
    [...text.matchAll(/\btallymark_\w+/g)].map(([name]) => name.replace(/_(?:count|sum|bucket)$/, '')),
  );
  expect(used.length).toBeGreaterThan(20);
  expect([...new Set(used)].filter((name) => !declared.has(name))).toEqual([]);
});

it('Prometheus accepts the rules, and the expressions of the dashboard', async ({ skip }) => {
  if (!existsSync(PROMTOOL)) skip(ABSENT);
  expect(await promtool('check', 'rules', RULES)).toContain(`SUCCESS: ${alerts.length + 1} rules found`);
  const expressions = panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')),
  );
  const asRules = expressions.map(
    (expr, n) => `      - record: panel:${n}\n        expr: ${JSON.stringify(expr)}\n`,
  );
  const text = `groups:\n  - name: dashboard\n    rules:\n${asRules.join('')}`;
  await withFile('dashboard.yml', text, async (path) => {
    expect(await promtool('check', 'rules', path)).toContain(`SUCCESS: ${expressions.length} rules found`);
  });
});

it('each alert fires when it should, and none of a service that is well', async ({ skip }) => {
  if (!existsSync(PROMTOOL)) skip(ABSENT);
  const cases = Object.entries(FIRES).map(([name, { series, labels = {}, at = '5m' }]) => {
    const input = Object.entries(series).map(
      ([each, values]) => `      - series: '${each}'\n        values: '${values}'\n`,
    );
    const shown = Object.entries(labels).map(([label, value]) => `              ${label}: ${value}\n`);
    const severity = new RegExp(`alert: ${name}\\n[\\s\\S]*?severity: (\\w+)`).exec(rules)?.[1];
    return (
      `  - interval: 1m\n    input_series:\n${input.join('')}    alert_rule_test:\n` +
      `      - eval_time: ${at}\n        alertname: ${name}\n        exp_alerts:\n` +
      `          - exp_labels:\n              severity: ${severity}\n${shown.join('')}` +
      `            exp_annotations:\n${annotationsOf(name, labels)}`
    );
  });
  const well = `  - interval: 1m\n    input_series:\n${WELL}    alert_rule_test:\n${alerts
    .map((name) => `      - eval_time: 90m\n        alertname: ${name}\n        exp_alerts: []\n`)
    .join('')}`;
  const text = `rule_files:\n  - ${RULES}\ntests:\n${cases.join('')}${well}`;
  await withFile('alerts.test.yml', text, async (path) => {
    expect(await promtool('test', 'rules', path)).toContain('SUCCESS');
  });
}, 60_000);

function annotationsOf(name: string, labels: Record<string, string>): string {
  const [, summary = ''] = new RegExp(`alert: ${name}\\n[\\s\\S]*?summary: "?(.*?)"?\\n`).exec(rules) ?? [];
  const filled = summary.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label) => labels[label] ?? '');
  const runbook = `docs/runbooks.md#${name.toLowerCase()}`;
  return `              summary: ${JSON.stringify(filled)}\n              runbook: ${runbook}\n`;
}

const WELL = Object.entries({
  'up{job="tallymark"}': '1x100',
  'tallymark_http_request_seconds_count{operation="listAccounts",status="200"}': '0+100x100',
  'tallymark_http_request_seconds_count{operation="/ready",status="503"}': '0+1x100',
  tallymark_writes_refused_total: '0x100',
  tallymark_disk_free_bytes: '50000000000-1000x100',
  tallymark_disk_size_bytes: '100000000000x100',
  tallymark_database_in_recovery: '0x100',
  tallymark_database_longest_lock_wait_seconds: '0x100',
  tallymark_database_pool_wait_seconds_total: '0+1x100',
  tallymark_scheduled_work_oldest_due_seconds: '0x100',
  tallymark_queue_oldest_seconds: '2x100',
  'tallymark_scheduled_work_failing{state="retrying"}': '3x100',
  'tallymark_outbox_oldest_waiting_seconds{outbox="mails"}': '20x100',
  'tallymark_outgoing_held{kind="mail"}': '0x100',
  'tallymark_audit_mismatches{audit="wallets"}': '0x100',
  'tallymark_audit_last_run_timestamp_seconds{audit="wallets"}': '0x100',
  'tallymark_alarms_total{kind="SCHEDULED_WORK_STUCK"}': '2x100',
  'tallymark_request_log_missing_total{what="bodies"}': '5x100',
})
  .map(([series, values]) => `      - series: '${series}'\n        values: '${values}'\n`)
  .join('');

it('the folder of packages has nothing that no page and no test names', () => {
  const known = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
  expect(readdirSync(join(ROOT, 'packaging')).sort()).toEqual([
    ...['caddy', 'compose', 'container', 'grafana', 'helm', 'nginx', 'npm', 'prometheus', 'systemd'],
  ]);
  for (const page of ['reverse-proxies.md', 'systemd.md', 'runbooks.md']) expect(known).toContain(page);
});
