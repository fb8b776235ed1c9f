import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audits } from '#app';
import { auditEverything } from '#platform/jobs/audit-everything.ts';
import { seal } from '#test/audit-log.ts';
import { editTimeline, openAccount, publishPlan, sellUsage, use } from '#test/billing-scenario.ts';
import { compactUsage } from '#test/compact-usage.ts';
import { callEvent, sellCalls } from '#test/feature-scenario.ts';
import { grantCredits } from '#test/granted-credits.ts';
import { type PlantedCase as Case, GIVEN_BACK_TWICE, JANUARY } from '#test/planted-give-backs.ts';
import { runTool } from '#test/run-command.ts';
import { useService } from '#test/running-app.ts';

const service = useService({}, { own: 'drops constraints to plant what they refuse' });
let owner: pg.Client;

/*
 * Account a1 pays 2 for a unit and 30 a month: January is 10 × 2 + 30 = 50, of which a credit pays 12, and
 * February 0 × 2 + 30. The draft of March holds what remains of the credit, 8. Account a2 has a wallet, a
 * meter of unique things, and an event that waits; a call of 3 minutes used 3 of 10 credits of a feature.
 */
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  await sandbox.must.post('/ext/v1/webhooks', { url: 'https://a.example/', types: ['account.*'] });
  const meter = await sellUsage(sandbox, 'ride');
  const latest = await sandbox.must.post('/usage_meters', {
    ...{ name: 'latest', type: 'COUNTER', aggregation: 'LATEST', eventSchemaName: 'ride' },
    computations: [{ computation: JSON.stringify({ var: 'attribute.amount' }), order: 1 }],
  });
  await sandbox.must.post(`/usage_meters/${latest.id}/activate`);
  const addOn = (await sandbox.must.post('/addons', { name: 'fee', type: 'FIXED_FEE' })).id;
  const planId = await publishPlan(sandbox, {
    name: 'plan',
    cards: [
      { type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 2 }] } },
      { type: 'FIXED_FEE', billableId: addOn, fee: { rate: 30 } },
    ],
  });
  for (const id of ['a1', 'a2']) await openAccount(sandbox, id);
  await grant('2030-01-01', 12);
  await editTimeline(sandbox, 'a1', [{ planId, from: '2030-01-01' }]);
  const feature = await sellCalls(sandbox);
  await grantCredits(service, [{ id: 'entry', featureId: feature, accountId: 'a2', granted: '10' }]);
  await sandbox.setClock('2030-01-09T12:00:00Z');
  const at = '2030-01-09T11:00:00Z';
  await use(sandbox, { meter: 'ride', account: 'a1', at, amount: '10' });
  await use(sandbox, { meter: 'ride', account: 'nobody', at, amount: '1' });
  await sandbox.must.post('/ingest', { event: callEvent('call', { account: 'a2', at, minutes: '3' }) });
  await sandbox.must.post('/accounts/a2/wallet_topup', { topupAmount: 10 });
  await sandbox.setClock('2030-02-20T12:00:00Z');
  const late = { schemaName: 'ride', accountId: 'a2', timestamp: '2030-02-20T11:00:00Z', dimensions: {} };
  const attributes = [{ name: 'amount', value: '1' }];
  await sandbox.must.post('/ingest', { event: { id: 'late', ...late, attributes } });
  await sandbox.setClock('2030-03-01T00:00:00Z');
  await grant('2030-03-01', 8);
  await sandbox.settle();
  await seal(service);
  await compactUsage(service);
  owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
});
afterAll(() => owner?.end());

/** A credit of a1 for the month that begins on a day. */
async function grant(effectiveFrom: string, creditAmount: number): Promise<void> {
  const effectiveUntil = effectiveFrom.replace(/01$/, '31');
  const terms = { effectiveFrom, effectiveUntil, creditAmount, priority: 1 };
  await service.sandbox.must.post('/credits', {
    creditRequests: [{ accountId: 'a1', purpose: 'free', ...terms }],
  });
}

/** `sandbox invoices.numbers | counter ORG: …` of everything that is found in any organization. */
async function auditAll(): Promise<string[]> {
  const found: string[] = [];
  await auditEverything({ database: service.app.database, audits }, ({ org, audit, examples, error }) => {
    if (error) found.push(`${audit.name} failed: ${error}`);
    for (const { subject, problem } of examples)
      found.push(`${org.environment} ${audit.name} | ${subject}: ${problem}`);
  });
  return found;
}

/** What is found after the owner of the tables did what nobody may; the rows are then put back. */
async function withPlanted<T>(statement: string, look: () => Promise<T>): Promise<T> {
  const tables = [...new Set([...statement.matchAll(/(?:update|into|from) (\w+)/g)].map(([, name]) => name))];
  const dropped = [...statement.matchAll(/drop (?:constraint|index) (\w+)/g)].map(([, name]) => name);
  const kept: string[] = [];
  for (const name of dropped) kept.push(await definitionOf(name ?? ''));
  await owner.query('set session_replication_role = replica');
  for (const table of tables) await owner.query(`create temporary table kept_${table} as table ${table}`);
  try {
    await owner.query(statement);
    return await look();
  } finally {
    for (const table of tables) {
      const { rows } = await owner.query(
        `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      );
      const columns = rows[0].columns;
      await owner.query(`delete from ${table};
        insert into ${table} (${columns}) overriding system value select ${columns} from kept_${table};
        drop table kept_${table}`);
    }
    for (const definition of kept) await owner.query(definition);
    await owner.query('set session_replication_role = origin');
  }
}

async function definitionOf(name: string): Promise<string> {
  const { rows } = await owner.query(
    `select 'alter table ' || conrelid::regclass || ' add constraint ' || conname || ' '
        || pg_get_constraintdef(oid) as text from pg_constraint where conname = $1
     union all
     select pg_get_indexdef(i.oid) from pg_class i where relname = $1
       and not exists (select from pg_constraint where conname = $1)`,
    [name],
  );
  return rows[0].text;
}

/** Every member but those that the database computes. */
const INVOICE = `account_id, customer_id, schedule_id, plan_id, plan_version, cycle_start, cycle_end,
  invoice_class, invoice_type, status, finalizing_status, currency, start_at, end_at, invoice_date, due_date,
  net_term_days, generated_at, created_at, updated_at, total_amount, paid_amount, inputs, document, details,
  sequence_scope`;
const replaceIn = (column: string, from: string, to: string) =>
  `update invoices set ${column} = replace(${column}, '${from}', '${to}') where ${JANUARY}`;

/** The bill of January, 38, is asked for. */
const ASK = `insert into payment_connections (org_id, id, kind, name, is_default, secrets, created_at,
    updated_at)
  select org_id, 'pprov', 'OFFLINE', 'P', true, '[]', created_at, created_at from invoices where ${JANUARY};
  insert into payment_requests (org_id, id, invoice_id, account_id, attempt, connection_id, provider, amount,
    currency, status, created_at, updated_at)
  select org_id, 'preq', id, account_id, 1, 'pprov', 'P', 38, currency, 'PENDING', created_at, created_at
  from invoices where ${JANUARY};`;

/** The draft of March. */
const MARCH = `cycle_start = '2030-03-01' and status = 'DRAFT'`;

const CASES: Case[] = [
  ...GIVEN_BACK_TWICE,
  [
    'a draft that waits for hooks that are not being called',
    `update invoices set finalizing_status = 'FINALIZING' where ${MARCH}`,
    /^invoices.finalizing \| invoice \S+: is FINALIZING, but no hook is being called and no work is /,
  ],
  [
    'a hook that is asked about a draft that does not wait',
    `insert into finalization_calls (org_id, id, invoice_id, kind, digest, content, accepts_failed_rules,
        status, next_attempt_at, created_at)
      select org_id, 'fin', id, 'TAX', '', '{}', false, 'OPEN', now(), now() from invoices where ${MARCH}`,
    /^invoices.finalizing \| invoice \S+: has hooks being called, but is not FINALIZING$/,
  ],
  [
    'a line that is not the sum of those below it',
    `${replaceIn('document', '"value":"38"', '"value":"39"')};
     update invoices set total_amount = 39 where ${JANUARY}`,
    /^invoices.documents \| invoice \S+: totalAmount 38 differs from 39\.$/,
    /^invoices.documents \| invoice \S+: \S+lineItems\[0\].value 39 differs from the sum 38\.$/,
  ],
  [
    'a total that its document does not say',
    `update invoices set total_amount = 40 where ${JANUARY}`,
    /^invoices.documents \| invoice \S+: its total is 40, but its document says 38$/,
  ],
  [
    'another currency than that of the lines',
    `update invoices set currency = 'JPY' where ${JANUARY}`,
    /^invoices.documents \| invoice \S+: its currency is JPY, but its document is in USD$/,
  ],
  [
    'more digits than the currency has',
    `${replaceIn('document', '"38"', '"38.001"')};
     update invoices set total_amount = 38.001 where ${JANUARY}`,
    /^invoices.documents \| invoice \S+: revenueInfo.value 38.001 has more than 2 decimal places\.$/,
    /revenueInfo.lineItems\[0\].value 38.001 has more than 2 decimal places\.$/,
    /revenueInfo.lineItems\[0\].lineItems\[0\].value 38.001 has more than 2 decimal places\.$/,
  ],
  [
    'inputs that somebody changed',
    replaceIn('inputs', '"quantity":"10"', '"quantity":"11"'),
    /^invoices.documents \| invoice \S+: its stored inputs do not recompute to its document$/,
  ],
  [
    'a text in place of a document',
    `update invoices set document = 'gone' where ${JANUARY}`,
    /^invoices.documents \| invoice \S+: its document cannot be read$/,
  ],
  [
    'more paid than is owed',
    `alter table invoices drop constraint invoices_not_overpaid;
     update invoices set status = 'PAID', paid_amount = 39 where ${JANUARY}`,
    /^invoices.payments \| invoice \S+: the paid amount is 39 but must be from 0 to 38$/,
    /^payments.invoices \| invoice \S+: it is PAID with 39.0000 of 38.0000 paid, but .* add up to 0 /,
  ],
  [
    'a part paid of what is due in whole',
    `update invoices set paid_amount = 5 where ${JANUARY}`,
    /^invoices.payments \| invoice \S+: the paid amount is 5 but must be 0 while it is DUE$/,
    /^payments.invoices \| invoice \S+: it is DUE with 5.0000 of 38.0000 paid, but .* add up to 0 /,
  ],
  [
    'a paid invoice that nobody paid',
    `update invoices set status = 'PAID' where ${JANUARY}`,
    /^invoices.payments \| invoice \S+: the paid amount is 0 but must be 38 while it is PAID$/,
    /^payments.invoices \| invoice \S+: it is PAID with 0.0000 of 38.0000 paid, but .* add up to 0 /,
  ],
  [
    'a partly paid invoice that nobody paid',
    `update invoices set status = 'PARTIALLY_PAID' where ${JANUARY}`,
    /^invoices.payments \| invoice \S+: the paid amount is 0 but must be between 0 and 38 while .*$/,
    /^payments.invoices \| invoice \S+: it is PARTIALLY_PAID with 0.0000 of 38.0000 paid, but /,
  ],
  [
    'a cycle that is billed twice',
    `alter table invoices drop constraint invoices_one_per_cycle;
     insert into invoices (org_id, id, sequence_id, ${INVOICE})
       select org_id, 'copy', '2030-03-0003', ${INVOICE} from invoices where ${JANUARY};
     update invoice_sequences set last_value = 3`,
    /^invoices.cycles \| invoice \S+: bills the same cycle as invoice \S+$/,
  ],
  [
    'two cycles that share a day',
    `update invoices set cycle_end = '2030-02-02' where ${JANUARY}`,
    /^invoices.cycles \| invoice \S+: bills days that invoice \S+ bills, too$/,
  ],
  [
    'a number that is missing',
    `update invoices set sequence_id = '2030-03-0003' where sequence_id = '2030-03-0002';
     update invoice_sequences set last_value = 3`,
    'invoices.numbers | counter ORG: is at 3, but no document has number 2',
  ],
  [
    'numbers that are missing at the end',
    'update invoice_sequences set last_value = 4',
    'invoices.numbers | counter ORG: is at 4, but no documents have numbers 3 to 4',
  ],
  [
    'an issued invoice without a number',
    `update invoices set sequence_id = null where sequence_id = '2030-03-0002';
     update invoice_sequences set last_value = 1`,
    /^invoices.numbers \| invoice \S+: is issued but has no number$/,
  ],
  [
    'a number that nobody counted',
    'update invoice_sequences set last_value = 1',
    /^invoices.numbers \| invoice \S+: is one of 2 numbered by ORG, whose counter is at 1$/,
  ],
  [
    'a number that two invoices have',
    `drop index invoices_sequence;
     update invoices set sequence_id = '2030-02-0001' where sequence_id = '2030-03-0002';
     update invoice_sequences set last_value = 2`,
    'invoices.numbers | counter ORG: is at 2, but no document has number 2',
    /^invoices.numbers \| invoice \S+: has the number 2030-02-0001 of another document$/,
  ],
  [
    'a credit that says less is consumed than was taken',
    `update credits set consumed_amount = 10, status = 'ACTIVE' where credit_amount = 12`,
    /^credits.balances \| credit \S+: consumed is 10, but its transactions add up to 12$/,
  ],
  [
    'a credit of which more expired than its transactions say',
    'update credits set forfeited_amount = 1, credit_amount = 13 where credit_amount = 12',
    /^credits.balances \| credit \S+: forfeited is 1, but its transactions add up to 0$/,
  ],
  [
    'a hold that nobody has',
    'update credits set hold_amount = 5 where credit_amount = 8',
    /^credits.balances \| credit \S+: held is 5, but the draft holds add up to 8$/,
  ],
  [
    'a use of a credit that is gone',
    'delete from credit_uses',
    /^credits.balances \| credit \S+: invoice \S+ consumed another amount than its lines used$/,
  ],
  [
    'a credit of more digits than its currency has',
    'update credits set credit_amount = 8.001 where credit_amount = 8',
    /^credits.balances \| credit \S+: an amount has more than the 2 decimal places of USD$/,
  ],
  [
    'an entry of which nothing was used',
    'update feature_credit_entries set used = 0',
    /^entitlements.used \| entry entry of account a2, feature \S+: used is 0, but its debits add up to 3$/,
  ],
  [
    'an account without its customer',
    `delete from customers where id = 'customer-a2'`,
    /^database.references \| accounts, \S+: 2 rows refer to customers customer-a2, which does not exist$/,
  ],
  [
    'a webhook that an event was not sent to',
    `update webhook_endpoints set subscribed_since = subscribed_since - interval '1 hour';
     delete from webhook_deliveries where (org_id, event_id) in
       (select org_id, id from webhook_events where type = 'account.created' and resource_id = 'a1')`,
    /^webhooks.deliveries \| event \S+: has no delivery to webhook \S+$/,
  ],
  [
    'late usage that an invoice of another cycle took up, and some that nothing will',
    `insert into late_usage (org_id, seq, account_id, schedule_id, cycle_start, noted_at, invoice_id)
     select org_id, 1, account_id, schedule_id, '2030-02-01', now(), id from invoices where ${JANUARY}
     union all
     select org_id, 2, account_id, schedule_id, cycle_start, now(), id from invoices where ${JANUARY}
     union all
     select org_id, 3, account_id, schedule_id, cycle_start, now(), null from invoices where ${JANUARY}`,
    /^invoices.late_usage \| late event number 1: was billed by invoice \S+, which belongs to another cycle$/,
    'invoices.late_usage | late event number 3: its cycle was billed without it, and no work is ' +
      'scheduled to bill it',
  ],
  [
    'a payment without records',
    `insert into payments (org_id, id, account_id, source_type, source_name, transaction_number, currency,
       total_amount, created_by, created_at)
     select org_id, 'payment.1', account_id, 'CASH', 'till', '1', 'USD', 5, 'key', created_at
     from wallets where account_id = 'a2'`,
    /^payments.records \| payment payment.1: it is 5.0000, but its records add up to 0/,
  ],
  [
    'a wallet that says too much',
    'update wallets set balance = 11 where balance = 10',
    /^wallets.balances \| wallet of account a2: its balance is 11/,
  ],
  [
    'a movement that does not balance',
    `update ledger_postings set amount = amount + 1 where book = 'RECEIVED'`,
    /^ledger.movements \| movement \d+: its postings sum to 1/,
  ],
  [
    'a sum of usage that says too much',
    'update context_hours set units1 = units1 + 1 where units1 = 10',
    /^usage.rollups \| account a1, .+, hour \S+: the rollup has 11 of 1 events, .+ add up to 10 of 1$/,
    /^usage.meter_hours \| meter \S+, .+: the sum of all accounts is 10 of 1 events, .+ add up to 11 of 1$/,
  ],
  [
    'a sum of the usage of all accounts that is gone',
    `delete from meter_hours
     where units = 10 and meter_id = (select min(meter_id) from meter_hours where units = 10)`,
    /^usage.meter_hours \| meter \S+, .+: the sum of all accounts is 0 of 0 events, .+ add up to 10 of 1$/,
  ],
  [
    'usage that was added and did not happen',
    `insert into usage_deltas (org_id, has_cycle, context_ids, parts, hour_ats, units1, events1)
     select org_id, false, array[context_id], array[part], array[hour_at], array['1'], array[1]
     from context_hours where units1 = 10`,
    /^usage.rollups \| account a1, .+, hour \S+: the rollup has 11 of 2 events, .+ add up to 10 of 1$/,
  ],
  [
    'an event of an unknown status',
    'update events set status = 77 where status = 3',
    /^usage.events \| event \S+: its status is unknown$/,
  ],
  [
    'a row of usage that is gone',
    `delete from usage where account_id = 'a1'`,
    /^usage.rows \| event \S+: meter \S+: no row of usage has its units$/,
  ],
  [
    'an accepted event without its id',
    `delete from event_keys where key = event_key('late')`,
    /^usage.accepted_once \| event \S+: its id could be accepted again$/,
  ],
  [
    'an id that no event has',
    `insert into event_keys (org_id, key, seq) select org_id, 77, seq + 1000 from event_keys
       where key = event_key('call')`,
    /^usage.ids \| id with the key 77: no event \S+ has it$/,
  ],
  [
    'an event that does not wait and is listed so',
    `insert into waiting_events (org_id, seq, account_ref)
       select org_id, seq, 'a1' from event_keys where key = event_key('call')`,
    /^usage.waiting \| event \S+: it is listed as on hold for something else than it waits for$/,
  ],
  [
    'an entry of the audit log that somebody changed',
    `update audit_log set actor_id = 'somebody' where entity_type = 'ADD_ON'`,
    /^audit_log.chain \| audit log, number \d+, entry \d+: the entry or its seal was changed$/,
  ],
  [
    'an entry that was slipped in',
    `insert into audit_log (org_id, at, written_at, actor_type, actor_id, entity_type, entity_id, action)
       select org_id, at, written_at, actor_type, actor_id, entity_type, 'forged', action from audit_log
       where entity_type = 'ADD_ON'`,
    /^audit_log.entries \| audit entry \d+: is neither sealed nor queued for sealing: somebody inserted it$/,
  ],
  [
    'a request that is said to be paid',
    `${ASK} update payment_requests set status = 'SUCCEEDED', payment_id = 'payment.none'`,
    /^database.references \| payment_requests, .+: 1 rows refer to payments payment.none/,
    /^payment_requests.payments \| payment request preq: it is SUCCEEDED with payment \S+, but .+ are none$/,
  ],
  [
    'a request for more than is owed',
    `${ASK} update payment_requests set amount = 39`,
    /^payment_requests.open \| payment request preq: it requests 39.0000, .+ DUE with 38.0000 outstanding$/,
  ],
  [
    'a request for what nobody owes',
    `${ASK} update payment_requests
       set invoice_id = (select id from invoices where status = 'DRAFT' limit 1)`,
    /^payment_requests.open \| payment request preq: it requests 38.0000, but its invoice is DRAFT with/,
  ],
  [
    'money that is given back and was never collected',
    `${ASK} insert into payment_refunds (org_id, id, invoice_id, payment_id, request_id, amount, currency,
       status, created_at, updated_at)
     select org_id, 'pref', invoice_id, 'payment.none', id, 5, currency, 'SUCCEEDED', created_at, created_at
     from payment_requests`,
    /^database.references \| payment_refunds, .+: 1 rows refer to payments payment.none/,
    /^payment_requests.refunds \| payment request preq: it collected 0, but 5.0000 is refunded$/,
  ],
];

describe('the audit of everything', () => {
  it('finds nothing where nothing is wrong', async () => {
    expect(await auditAll()).toEqual([]);
  });

  it.each(CASES)('finds exactly %s', async (_what, statement, ...expected) => {
    const found = await withPlanted(statement, auditAll);
    const lines = expected.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line)));
    expect(found.map((line) => line.replace(/^sandbox /, ''))).toEqual(lines);
  });

  it('finds nothing any more', async () => {
    expect(await auditAll()).toEqual([]);
  });

  it('was asked about a violation of each', () => {
    const lines = CASES.flatMap(([, , ...found]) => found.map((line) => String(line).replace('^', '')));
    const planted = new Set(lines.flatMap((line) => /\w+\.\w+/.exec(line)));
    expect(audits.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([]);
  });
});

const runAudit = (env: Record<string, string>) => runTool('audit', { env });

describe('npm run audit', () => {
  const settings = () => ({ DATABASE_URL: service.databaseUrl });

  it('ends with 0 where all invariants hold', async () => {
    const { code, output } = await runAudit(settings());
    expect(output).toMatch(/^Checked \d+ invariants of 2 environments in \S+ s: all invariants hold\.\n$/);
    expect(code).toBe(0);
  });

  it('ends with 1, and says where and what', async () => {
    const statement = 'update wallets set balance = 11 where balance = 10';
    const { code, output } = await withPlanted(statement, () => runAudit(settings()));
    expect(output).toMatch(
      /^✗ default sandbox, wallets\.balances: 1 mismatches; expected: the balance of a wallet /,
    );
    expect(output).toMatch(/\n {4}wallet of account a2: its balance is 11/);
    expect(output).toMatch(/environments in \S+ s: 1 mismatches\.\n$/);
    expect(code).toBe(1);
  });

  it('ends with 1 where there is nothing to ask', async () => {
    const none = await runAudit({
      DATABASE_URL: '',
      DATA_DIR: join(tmpdir(), `tallymark-audit-${process.pid}-nowhere`),
    });
    expect(none).toMatchObject({ code: 1, output: expect.stringMatching(/there is no database in/) });
    const empty = await runAudit({ DATABASE_URL: service.databaseUrl.replace(/\/\w+\?/, '/postgres?') });
    expect(empty).toMatchObject({ code: 1, output: expect.stringMatching(/Start the service once/) });
  });
});
