import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENTITY_TYPES } from '#areas/audit-log/schema.ts';
import { createTestDatabase, type TestDatabase } from '#test/postgres.ts';

/**
 * Every table is audited, or stands here with the reason why not. A new table is audited by
 * `select audit_table(...)` in its migration, which says what the arguments are.
 */
const NOT_AUDITED: Record<string, string> = {
  account_cycles: 'a sum of usage, of before 0022',
  account_hours: 'a sum of usage, of before 0022',
  advance_adjustments: 'computed from invoices and timelines, which are audited; stands on an invoice later',
  advance_charges: 'computed from invoices, which are audited',
  charge_give_backs: 'says what credits, credit notes and statuses of invoices gave back, which are audited',
  approved_totals: 'what an audited job or invoice came to when its issue was requested',
  api_key_uses: 'when keys were used, to the minute',
  logged_requests: 'a log itself, kept for some days',
  request_log_gaps: 'what that log lacks',
  request_log_erasures: 'when that log was last searched for a person',
  audit_chains: 'the audit log itself',
  audit_log: 'the audit log itself',
  audit_results: 'what audits found',
  audit_seals: 'the audit log itself',
  audit_unsealed: 'the audit log itself',
  catalog_changes: 'tells processes that audited rows have changed',
  context_cycles: 'a sum of usage',
  context_hours: 'a sum of usage',
  credit_holds: 'follows the drafts, which are computed again and again',
  credit_transactions: 'a ledger to which rows are only added',
  credit_uses: 'a ledger to which rows are only added',
  draft_reviews: 'what was computed about drafts; decisions about them are audited',
  reviewed_drafts: 'what was computed about drafts; decisions about them are audited',
  saved_views: 'what somebody likes to see; they change nothing else',
  scheduled_work: 'what is planned; what it does is audited',
  erasures: 'the progress of searching; what it erases is an entry of the customer and of the contacts',
  event_contexts: 'ingestion: what many events share',
  event_keys: 'ingestion: the ids that are taken',
  event_sequences: 'a counter; the numbers stand on events',
  events: 'a log itself',
  feature_debits: 'what each event used up',
  feature_wallets: 'a row to lock, without a content',
  files: 'never changes; what it was made of is audited',
  finalization_calls: 'the progress of asking hooks; the invoices it is about are audited',
  import_rows: 'what became of rows; what they made is audited',
  imports: 'the progress of taking rows; each thing that a row makes is audited, by who asked',
  idempotency_keys: 'answers of requests, kept for a day',
  invoice_allocations: 'a ledger to which rows are only added',
  invoice_bookings: 'a ledger to which rows are only added',
  invoice_prints: 'never changes; what audited settings and templates said when an invoice was issued',
  invoice_revenue: 'lines of finalized invoices, which are audited and never change',
  invoice_sequences: 'a counter; the numbers stand on audited invoices',
  job_entries: 'the progress of an audited job; what it does is audited',
  ledger_movements: 'a ledger to which rows are only added',
  ledger_postings: 'a ledger to which rows are only added',
  mail_attempts: 'a log itself, kept 400 days',
  portal_password_tokens: 'kept for an hour and a day; the contact that it changes is audited',
  mails: 'the progress of sending, whose log is mail_attempts',
  meter_hour_changes: 'usage that is about to be added to sums',
  meter_hours: 'a sum of usage',
  named_license_entries: 'follows from events',
  named_license_marks: 'what each event said',
  named_licenses: 'a row to lock, without a content',
  past_event_keys: 'ingestion: ids that were taken again',
  late_usage: 'events that an invoice takes up, which is audited',
  oidc_logins: 'kept for ten minutes; the session that follows is audited',
  payment_records: 'a ledger to which rows are only added',
  provider_calls: 'the progress of asking providers; what it is about is audited',
  provider_events: 'a log itself: what providers said; what it changes is audited',
  purged_event_keys: 'ingestion: ids of events that are gone',
  replacement_events: 'the content of an audited job',
  revenue_days: 'computed from what is audited',
  revenue_passes: 'the progress of computing revenue_days',
  schedule_timelines: 'counts the versions of audited schedules',
  simulation_results: 'computed from an audited simulation',
  uncounted_meter_hours: 'sums that are about to be counted',
  uncovered_values: 'values that events have',
  usage: 'what each event comes to',
  usage_deltas: 'usage that is about to be added to sums',
  wallet_entries: 'a ledger to which rows are only added',
  waiting_events: 'ingestion: events that wait for what is missing',
  pending_files: 'what is being stored; the row of the file says who made it',
  wiped_files: 'what is left to be removed; the wipe is a change of the organization, which is audited',
  webhook_attempts: 'a log itself, kept 30 days',
  webhook_deliveries: 'the progress of sending, whose log is webhook_attempts',
  webhook_events: 'a log itself: reports changes of audited rows',
};

/** Whatever is named so holds a secret, or what one can be guessed with. */
const SECRET = /hash|secret|password|token_value|private|ciphertext/;

interface Trigger {
  table: string;
  entity: string;
  ids: string[];
  masked: string[];
  omitted: string[];
  quiet: string[];
  changes: string;
  columns: string[];
}

let made: TestDatabase;
let client: pg.Client;
let tables: string[];
let triggers: Trigger[];
beforeAll(async () => {
  made = await createTestDatabase();
  client = new pg.Client({ connectionString: made.url });
  await client.connect();
  tables = (
    await client.query<{ name: string }>(`select c.relname::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id') order by 1`)
  ).rows.map(({ name }) => name);
  const { rows } = await client.query<{ table: string; text: string; columns: string[]; kinds: number }>(`
    select c.relname::text as table, pg_get_triggerdef(t.oid) as text,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped)
        as columns, count(*) over (partition by c.oid)::int as kinds
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname in ('audit_update', 'audit_insert_or_delete') and t.tgenabled = 'O' order by t.tgname, 1`);
  triggers = rows
    .filter(({ text, kinds }) => kinds === 2 && text.includes(' AFTER UPDATE '))
    .map(({ table, text, columns }) => {
      const changes = /WHEN \((.*)\) EXECUTE/.exec(text)?.[1] ?? '';
      const [entity = '', ...lists] = [...text.matchAll(/'([^']*)'/g)].map(([, argument = '']) => argument);
      const [ids = [], masked = [], omitted = [], quiet = []] = lists.map((list) =>
        list.split(/[{},]/).filter(Boolean),
      );
      return { table, entity, ids, masked, omitted, quiet, changes, columns };
    });
});
afterAll(async () => {
  await client.end();
  await made.drop();
});

describe('every table with rows of organizations', () => {
  it('is audited, or stands in the list with the reason', () => {
    expect(tables.length).toBeGreaterThan(50);
    const audited = triggers.map(({ table }) => table);
    expect([...audited, ...Object.keys(NOT_AUDITED)].toSorted()).toEqual(tables.toSorted());
  });

  it('has a type of entity of its own, which the list of entries can be filtered by', () => {
    expect(triggers.map(({ entity }) => entity).toSorted()).toEqual([...ENTITY_TYPES].toSorted());
  });

  it('names its columns rightly', () => {
    for (const { table, ids, masked, omitted, quiet, columns } of triggers) {
      expect(ids.length, table).toBeGreaterThan(0);
      for (const name of [...ids, ...masked, ...omitted, ...quiet]) expect(columns, table).toContain(name);
    }
  });

  it('has an entry for a change of any column, but for those that are quiet', () => {
    const quiet = triggers.flatMap(({ table, changes, columns, omitted }) =>
      changes === '(old.* IS DISTINCT FROM new.*)'
        ? []
        : columns
            .filter((name) => ![...omitted, 'org_id', 'updated_at', 'row_version'].includes(name))
            .filter((name) => !changes.match(new RegExp(`new\\."?${name}\\b`)))
            .map((name) => `${table}.${name}`),
    );
    expect(quiet.toSorted()).toEqual([
      ...['alerts.checked_at', 'alerts.next_tick_at', 'credits.hold_amount', 'credits.is_applicable'],
      ...['feature_credit_entries.used', 'incidents.last_checked_at', 'incidents.valid_until'],
      ...['incidents.value', 'invoices.held_by_setting', 'invoices.total_amount', 'jobs.cancelled_entries'],
      // A decision also changes the status of its job, which has an entry.
      ...['jobs.completed_entries', 'jobs.decided_at', 'jobs.decided_by_name', 'jobs.failed_entries'],
      ...['linked_identities.last_login_at', 'memberships.last_login_at'],
      ...['sessions.address', 'sessions.browser'],
      ...['wallets.balance', 'wallets.hold_amount', 'webhook_endpoints.failing_since'],
    ]);
  });

  it('shows no secret', () => {
    const shown = triggers.flatMap(({ table, columns, masked, omitted }) =>
      columns
        .filter((name) => SECRET.test(name) && ![...masked, ...omitted].includes(name))
        .map((name) => `${table}.${name}`),
    );
    expect(shown).toEqual([]);
    expect(
      triggers.flatMap(({ table, masked }) => masked.map((name) => `${table}.${name}`)).toSorted(),
    ).toEqual([
      'api_keys.secret_hash',
      'contacts.password_hash',
      'finalization_hooks.secrets',
      'identity_providers.client_secret',
      'payment_connections.secrets',
      'webhook_endpoints.secrets',
    ]);
  });
});

describe('the audit log', () => {
  it.each(['audit_log', 'audit_seals', 'audit_unsealed', 'audit_chains'])(
    'the service cannot write %s itself',
    async (table) => {
      const { rows } = await client.query(
        `select array_agg(privilege_type::text) as rights from information_schema.role_table_grants
         where grantee = 'tallymark_app' and table_name = $1`,
        [table],
      );
      expect(rows[0].rights).toEqual(['SELECT']);
    },
  );

  it('no entries come from a table that the service makes for itself', async () => {
    await client.query('begin; set local role tallymark_app');
    await client.query('create temporary table forged (org_id integer, id text)');
    const trigger = `create trigger t after insert on forged for each row
      execute function note_audited_change('CUSTOMER', '{id}', '{}', '{}', '{}')`;
    await expect(client.query(trigger)).rejects.toMatchObject({ code: '42501' });
    await client.query('rollback');
  });

  it.each(['update audit_log set actor_id = $$x$$', 'delete from audit_log', 'truncate audit_log'])(
    'not even the owner can %s',
    async (statement) => {
      await expect(client.query(statement)).rejects.toMatchObject({ code: 'TM002' });
      await expect(
        client.query(statement.replace('audit_log', 'audit_seals').replace('actor_id = $$x$$', 'number = 1')),
      ).rejects.toMatchObject({ code: 'TM002' });
    },
  );
});
