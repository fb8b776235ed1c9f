import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useMailSink } from '#test/mail-sink.ts';
import type { Database } from './database-server.ts';
import { sabotages } from './sabotage.ts';
import { useDatabases, useStand } from './stand.ts';
import type { TallymarkProcess } from './tallymark-process.ts';

const makeDatabase = useDatabases();
const stand = useStand();
const sink = useMailSink();

/** A service that mails through the server of the test, with a customer who has an account. */
async function startMailing(home?: string) {
  const database = await makeDatabase();
  const settings = { SMTP_URL: sink.url, MAIL_FROM: 'Billing <billing@tallymark.example>' };
  const tallymark = await stand.tallymark({ databaseUrl: database.url, settings, ...(home && { home }) });
  const customer = { id: 'acme', name: 'Acme', primaryEmail: 'pay@acme.example', address: {} };
  const seller = { name: 'Seller', address: { line1: '1 Main Street' } };
  await tallymark.production.must('PATCH', '/ext/v1/organization', seller);
  await tallymark.production.must('POST', '/customers', customer);
  return { database, tallymark };
}

async function issue({ production }: TallymarkProcess): Promise<void> {
  const now = new Date();
  const invoice = { accountId: 'acme', status: 'DUE', lineItems: [{ description: 'Work', value: 9 }] };
  const startDate = new Date(now.getTime() - 86_400_000).toISOString();
  await production.must('POST', '/invoices', { ...invoice, startDate, endDate: now.toISOString() });
}

/** Kills the process, and starts it when what it had under way counts as lost: in truth 2 minutes later. */
async function killAndRestart({ tallymark, database }: { tallymark: TallymarkProcess; database: Database }) {
  await tallymark.kill();
  // What it had sent to the database may still be done there.
  await until(async () => (await database.query(CONNECTED)).length === 0);
  await database.query(`update mails set next_attempt_at = now() where next_attempt_at is not null`);
  await tallymark.start();
}

const CONNECTED = `select from pg_stat_activity
  where datname = current_database() and application_name like 'tallymark%'`;

async function until(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + 180_000;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error('waited three minutes for nothing');
    await sleep(20);
  }
}

const statesOf = async (database: Database) =>
  (await database.query<{ status: string }>('select status from mails')).map(({ status }) => status).join();

it('SIGKILL between sending a mail and noting it: it is sent again under its Message-ID', async () => {
  const service = await startMailing();
  sink.toMessage = () => 'SILENCE';
  await issue(service.tallymark);
  await until(() => sink.received.length === 1);
  sink.toMessage = () => null;
  await killAndRestart(service);
  await until(async () => (await statesOf(service.database)) === 'SENT');
  const [first, second, ...more] = sink.received;
  expect(first?.parsed.messageId).toMatch(/^<mail\..*@tallymark\.example>$/);
  expect([first?.parsed.messageId, first?.recipients]).toEqual([
    second?.parsed.messageId,
    second?.recipients,
  ]);
  expect(second?.parsed.attachments[0]?.content).toEqual(first?.parsed.attachments[0]?.content);
  expect(more).toEqual([]);
}, 600_000);

it.each(sabotages('notes mails before it sends them'))(
  'a build that %s loses one when it is killed',
  async (name) => {
    const service = await startMailing(await stand.sabotaged(name));
    sink.toMessage = () => 'SILENCE';
    await issue(service.tallymark);
    await until(() => sink.received.length === 1);
    sink.toMessage = () => null;
    await killAndRestart(service);
    await issue(service.tallymark);
    await until(() => sink.received.length === 2);
    // Nobody ever said that the first had come, and the second is the mail of the second invoice.
    expect(new Set(sink.received.map(({ parsed }) => parsed.messageId)).size).toBe(2);
  },
  600_000,
);
