import { expect, it } from 'vitest';
import { startDying } from './dying-process.ts';
import { steppedService } from './shared-build.ts';
import { useDatabases, useStand } from './stand.ts';

const makeDatabase = useDatabases();
const stand = useStand();

const MAILED = `select f.storage_key from mails m join files f on f.org_id = m.org_id and f.id = m.file_id
  join sent_statements s on s.org_id = m.org_id and s.mail_id = m.id`;

it('SIGKILL while a statement is stored: the repeated request mails it once', async () => {
  const { home } = await steppedService();
  const [database, dataDir] = [await makeDatabase(), await stand.directory()];
  const steps = new Set(['the document of a statement is stored']);
  const process = await startDying({ home, dataDir, databaseUrl: database.url }, steps);
  stand.later(() => process.kill());
  const customer = { id: 'acme', name: 'Acme', primaryEmail: 'pay@acme.example', address: {} };
  const now = new Date();
  const invoice = {
    ...{ accountId: 'acme', status: 'DUE', lineItems: [{ description: 'Work', value: 9 }] },
    ...{ startDate: new Date(now.getTime() - 86_400_000).toISOString(), endDate: now.toISOString() },
  };
  const seller = { name: 'Seller', address: { line1: '1 Main Street' } };
  expect((await process.call('PATCH', '/ext/v1/organization', seller)).status).toBe(200);
  expect((await process.call('POST', '/customers', customer)).status).toBe(201);
  expect((await process.call('POST', '/invoices', invoice)).status).toBe(201);
  const body = { debtorType: 'ACCOUNT', debtorId: 'acme', currency: 'USD' };
  const headers = { 'idempotency-key': 'once' };
  const send = () => process.as(headers).call('POST', '/ext/v1/statement/send', body);
  const [one, other] = [await send(), await send()];
  expect([one.status, other.body]).toEqual([202, one.body]);
  expect([...steps]).toEqual([]);
  expect(await database.query(MAILED)).toHaveLength(1);
  expect(await database.query('select from sent_statements')).toHaveLength(1);
}, 600_000);
