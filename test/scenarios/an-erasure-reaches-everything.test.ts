import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBreaks, seal } from '#test/audit-log.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { treatments } from '#test/personal-columns.ts';
import { captureMails, PERSON, type Planted, plantPerson, TEXTS } from '#test/planted-person.ts';
import { fileOf, makeReport } from '#test/report-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';
import { searchFiles, searchTables } from '#test/search-everything.ts';
import { type RowWatch, watchRows } from '#test/stored-rows.ts';
import { LOCAL_TARGETS, subscribe, useReceiver } from '#test/webhook-receiver.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallymark-test-'));
const service = useService({ ...LOCAL_TARGETS, DATA_DIR: folder, REQUEST_LOG: 'bodies' });
const receiver = useReceiver();
const p = PERSON;
let sandbox: Client;
let planted: Planted;
let others: Client[];
let elsewhere: Client;
let theirReport: string;
let rows: RowWatch;
let before: { tables: string[]; files: string[] };

/** What no request and no piece of work leaves in an archived customer, or only for moments. */
const NOT_PLANTED = [
  // Sealed, and only of requests with secret members.
  'approvals.sealed_body',
  // Addresses of the network, and digests.
  ...['approvals.body_hash', 'audit_log.actor_address', 'contacts.password_hash'],
  // Between the erasure and the end of its sweep.
  ...['erasures.texts', 'erasures.captured'],
  ...['idempotency_keys.response_headers', 'idempotency_keys.body_hash'],
  // While an import is under way: an-erasure-leaves-nothing-to-work-beside-it.test.ts.
  'import_rows.error',
  // Those of responses that lead to files.
  'logged_requests.response_headers',
];

/** What of the person stays, where, and why: documents of what was sold, and what was used. */
const KEPT = [
  ...['account_name', 'customer_name', 'details', 'document', 'inputs'].map((name) => `invoices.${name}`),
  ...['payments.transaction_number', 'events.vals'],
  // What the audit log says of documents.
  'audit_log.after',
  // For an hour.
  'catalog_changes.key',
];

/** What no request can put there is written as the service would have. */
async function plantBesides(): Promise<void> {
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  const org = `(select org_id from organizations where id = 'default' and environment = 'sandbox')`;
  const said = `'failed for ${p.customerEmail}'`;
  for (const text of [
    `insert into scheduled_work (org_id, kind, key, due_at, rank, payload, attempts, last_error, reason,
      failing_since, on_hold_at)
      values (${org}, 'jobs.expire', 'gone', '2029-12-31', 1, '{"jobId":"gone"}', 8, ${said},
      'it was given up', now(), now())`,
    `insert into approvals (org_id, id, status, kinds, operation_id, summary, scope, method, url, base_url,
      body, body_hash, idempotency_key, requester_type, requester_id, requester_name, person_id, effects,
      effect_count, totals, digest, reason, decided_by, decided_by_name, decided_at, comment, failure,
      response, created_at, updated_at, expires_at)
      values (${org}, 'apr.old', 'STALE', '{REFUND}', 'createCredits', 'Grant credits', 'credits:write',
      'POST', '/sandbox/credits', '', ${said}, '\\x00', ${said}, 'USER', 'usr.a', 'Ann', 'usr.a', '[]', 0,
      '[]', '', ${said}, 'usr.b', 'Bob', now(), ${said},
      jsonb_build_object('code', 'X', 'message', ${said}::text), ${said}, now(), now(), now())`,
    `update reports set failure_cause = ${said} where org_id = ${org} and name = 'Clean'`,
    `update imports set failure_cause = ${said} where org_id = ${org}`,
    `insert into imports (org_id, id, type, status, file_id, delimiter, columns, defaults, is_dry_run,
      requested_by, failure, created_at, updated_at)
      values (${org}, 'import.failed', 'CUSTOMERS', 'FAILED', 'file.gone', ',',
      jsonb_build_object(${said}::text, 'name'), '{}', false, '{}', ${said}, now(), now())`,
    `insert into reports (org_id, id, name, type, status, query_input, failure, created_at, updated_at)
      values (${org}, 'report.failed', 'Failed', 'QUERY', 'FAILED', '{}', ${said}, now(), now())`,
    `insert into jobs (org_id, id, type, status, is_confirmed_first, entry_kind, total_entries,
      failed_entries, created_at, updated_at, settled_at)
      values (${org}, 'job.failed', 'BILL_RUN', 'FAILED', false, 'none', 1, 1, now(), now(), now())`,
    `insert into job_entries (org_id, job_id, entity_id, status, last_error, created_at, updated_at)
      values (${org}, 'job.failed', 'x', 'FAILED', ${said}, now(), now())`,
    `update mail_attempts set refused = '{${p.recipient}}', answer = ${said}, error = ${said}
      where org_id = ${org}`,
    `update mails set refused = '{${p.recipient}}', remaining = '{${p.recipient}}', error = ${said}
      where org_id = ${org} and account_id = 'konto'`,
    `insert into mails (org_id, id, kind, status, to_addresses, cc_addresses, remaining, subject, text_body,
      html_body, created_at, updated_at, reply_to)
      values (${org}, 'mail.alert', 'ALERT', 'SENT', '{ops@x.example}', '{}', '{}',
      'About ${p.accountName}', 'About ${p.customerName}', '<p>${p.customerName}</p>', now(), now(),
      '${p.accountEmail}')`,
    `update webhook_deliveries set text = 'Bills of ${p.customerName}' where org_id = ${org}`,
  ])
    await owner.query(text).catch((error) => {
      throw new Error(`${error}: ${text}`);
    });
  await owner.end();
}

const of = async (org: string, environment: 'sandbox' | 'production') =>
  rows.digest(await rows.orgId(org, environment));
const digests = async () => [
  await of('default', 'production'),
  await of('elsewhere', 'sandbox'),
  await of('elsewhere', 'production'),
];

beforeAll(async () => {
  sandbox = service.sandbox;
  rows = await watchRows(service);
  ({ sandbox: elsewhere } = await service.createOrganization('elsewhere'));
  others = [service.production, elsewhere];
  for (const client of [sandbox, elsewhere]) await client.setClock('2030-01-01T00:00:00Z');
  await subscribe(sandbox, receiver, ['*']);
  planted = await plantPerson(service, sandbox);
  for (const other of others) {
    const created = await other.post('/customers', planted.customer, { 'idempotency-key': p.key });
    expect(created.status).toBe(201);
  }
  theirReport = (await makeReport(elsewhere, CUSTOMERS)).id;
  await captureMails(service);
  await plantBesides();
  await sandbox.must.delete('/customers/erika');
  await sandbox.settle();
  const heads = { 'x-request-id': p.username, 'user-agent': p.customerEmail };
  await sandbox.get(`/accounts/${p.username}?_search=${encodeURIComponent(p.customerName)}`, heads);
  await sandbox.get(`/customers?_search=${p.username}`, heads);
  await service.app.writeRequestLog();
  const tables = (await searchMine()).map((found) => found.split(' ')[0] ?? '');
  before = { tables: [...new Set(tables)], files: await searchMyFiles() };
}, 120_000);
afterAll(async () => {
  await rows.close();
  rmSync(folder, { recursive: true, force: true });
});

const CUSTOMERS = {
  name: 'Customers',
  queryInput: { baseDataSource: 'customers', selects: [{ columnName: 'name' }], limit: 100, sort: [] },
};
const erase = () => sandbox.post('/ext/v1/customers/erika/erase');

/** `table.column text` in rows of the sandbox. */
const searchMine = async () =>
  searchTables(service.databaseUrl, { texts: TEXTS, orgId: await rows.orgId('default') });
/** `kind text` in its files, and in mails, which nobody else has here. */
const searchMyFiles = async () => [
  ...(await searchFiles(join(folder, 'files', 'org', String(await rows.orgId('default'))), TEXTS)),
  ...(await searchFiles(join(folder, 'mail'), TEXTS)),
];

const columnsOf = (found: readonly string[]) => [...new Set(found.map((each) => each.split(' ')[0] ?? ''))];

describe('a person whose data are erased', () => {
  it('was everywhere before', () => {
    const reached = [...treatments()].filter(([, how]) => how === 'erased' || how === 'swept');
    const missed = reached.map(([name]) => name).filter((name) => !before.tables.includes(name));
    expect(missed).toEqual(NOT_PLANTED);
    expect(columnsOf(before.files).toSorted()).toEqual([
      ...['audit_export', 'import', 'invoice_pdf', 'mail', 'report'],
    ]);
  });

  it('is found nowhere but in documents, and nothing of others has changed', async () => {
    const untouched = await digests();
    // Noted in memory, and written after the erasure.
    await sandbox.get(`/customers?_search=${encodeURIComponent(p.customerName)}`);
    const { status, body } = await erase();
    const counts = { customerId: 'erika', accounts: 2, contacts: 1 };
    expect([status, body]).toEqual([200, { ...counts, erasureId: expect.any(String) }]);
    await sandbox.settle();
    await service.app.writeRequestLog();
    expect(await digests()).toEqual(untouched);
    const found = await searchMine();
    expect(columnsOf(found).toSorted()).toEqual(KEPT.toSorted());
    const inUrls = TEXTS.map(encodeURIComponent).filter((text) => !TEXTS.includes(text));
    const orgId = await rows.orgId('default');
    expect(await searchTables(service.databaseUrl, { texts: inUrls, orgId })).toEqual([]);
    // The audit log names nothing of the person but what documents do.
    const logged = found.filter((each) => each.startsWith('audit_log.'));
    expect([...new Set(logged.map((each) => each.slice(each.indexOf(' ') + 1)))]).toEqual([p.payment]);
    expect(columnsOf(await searchMyFiles())).toEqual(['invoice_pdf']);
    expect(await rows.digest(await rows.orgId('default'))).not.toBe('');
  });

  it('others have what they had of the same person', async () => {
    for (const other of others) {
      expect(await other.must.get('/customers/erika')).toMatchObject({ name: p.oldName });
      const again = await other.post('/customers', planted.customer, { 'idempotency-key': p.key });
      expect([again.status, again.body.name]).toEqual([201, p.oldName]);
    }
    const report = await elsewhere.must.get(`/ext/v1/reports/${theirReport}`);
    expect(String(await fileOf(service, report))).toContain(p.oldName);
  });

  it('files without it are there still, and no link leads to one that is gone', async () => {
    const clean = await sandbox.must.get(`/ext/v1/reports/${planted.cleanReport.id}`);
    expect(String(await fileOf(service, clean))).toContain('total_amount');
    for (const { id, fileId } of [planted.report, planted.ofAccount]) {
      const report = await sandbox.must.get(`/ext/v1/reports/${id}`);
      expect([report.status, report.preSignedUrl]).toEqual(['COMPLETED', undefined]);
      expect((await sandbox.get(`/files/${fileId}`)).status).toBe(404);
    }
    const audit = await sandbox.must.get(`/ext/v1/audit_log_exports/${planted.audit.id}`);
    expect([audit.status, audit.downloadUrl]).toEqual(['COMPLETED', undefined]);
    const imported = await sandbox.must.get(`/ext/v1/imports/${planted.imported.id}`);
    expect([imported.status, imported.resultUrl, imported.failedRows]).toEqual(['COMPLETED', undefined, 1]);
    expect((await sandbox.get(`/files/${planted.uploadId}`)).status).toBe(404);
  });

  it.each(['/customers', '/customers/erika'])(
    '409 for who repeats a request to %s: it was done, and its answer is gone',
    async (path) => {
      const isNew = path === '/customers';
      const send = isNew ? sandbox.post : sandbox.patch;
      const key = { 'idempotency-key': isNew ? p.key : 'rename' };
      for (const body of isNew
        ? [planted.customer, { ...planted.customer, name: 'Else' }]
        : [{ name: p.customerName }, { name: 'Else' }]) {
        const reply = await send(path, body, key);
        expect([reply.status, reply.headers['error-code']]).toEqual([409, 'IDEMPOTENCY_RESPONSE_ERASED']);
        expect(TEXTS.filter((text) => reply.text.includes(text))).toEqual([]);
      }
      expect((await sandbox.must.get('/customers')).data).toEqual([]);
    },
  );

  it('a report that is made now does not name it', async () => {
    const report = await makeReport(sandbox, CUSTOMERS);
    const text = String(await fileOf(service, report));
    expect([text.includes('Erased '), TEXTS.filter((each) => text.includes(each))]).toEqual([true, []]);
  });

  it('the chain of the audit log holds, and every audit agrees', async () => {
    await seal(service);
    expect(await findBreaks(service)).toEqual([]);
    expect(await findMismatches(service, { organization: 'default', names: /./ })).toEqual([]);
  });

  it('again it comes to the same', async () => {
    expect((await erase()).status).toBe(200);
    await sandbox.settle();
    expect(columnsOf(await searchMine()).toSorted()).toEqual(KEPT.toSorted());
    expect(await findBreaks(service)).toEqual([]);
  });
});
