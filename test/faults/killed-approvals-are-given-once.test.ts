import { expect, it } from 'vitest';
import { createOrganization } from '#areas/api-keys/index.ts';
import { draftOf } from '#test/approval-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { addPerson, type Person } from '#test/people.ts';
import { client, type Service, startApp } from '#test/running-app.ts';
import { startDying } from './dying-process.ts';
import { steppedService } from './shared-build.ts';
import { useDatabases, useStand } from './stand.ts';
import { KEYS } from './tallymark-process.ts';

const makeDatabase = useDatabases();
const stand = useStand();
const STEPS = [
  'a request that needs approval was rolled back',
  'a request waits for approval',
  'an approved request is about to commit',
  'an approval has ended',
  'an approval is taken',
  'an approved request is executed',
];

interface World {
  ann: Person;
  bob: Person;
}

/** Two administrators, for whom refunds and deletions need approval; an account, and an archived customer. */
async function makeWorld(databaseUrl: string): Promise<World> {
  const stops: (() => Promise<unknown>)[] = [];
  const app = await startApp(stops, databaseUrl);
  try {
    const known = { apiKey: KEYS.BOOTSTRAP_API_KEY, sandboxApiKey: KEYS.BOOTSTRAP_SANDBOX_API_KEY };
    await app.database.transaction({ orgId: null, access: 'write', isDirectory: true }, (tx) =>
      createOrganization(tx, { organization: 'default', ...known }),
    );
    const sandbox = client(app, '/sandbox', known.sandboxApiKey);
    await sandbox.setClock('2030-03-01T00:00:00Z');
    for (const account of ['a', 'gone']) await openAccount(sandbox, account);
    await sandbox.must.delete('/customers/customer-gone');
    const service = { app, databaseUrl } as Service;
    const world = {
      ann: await addPerson(service, { name: 'Ann' }),
      bob: await addPerson(service, { name: 'Bob' }),
    };
    await world.ann.sandbox.must.put('/ext/v1/approval_policy', {
      rules: [{ kind: 'REFUND' }, { kind: 'DELETION' }],
    });
    return world;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

const headersOf = ({ cookie }: Person, key?: string) => ({
  ...{ cookie: `tallymark_session=${cookie}`, 'tallymark-session': '1' },
  ...(key !== undefined && { 'idempotency-key': key }),
});

it('SIGKILL at each step: a request waits once, and is executed once or not at all', async () => {
  const { home } = await steppedService();
  const [database, dataDir] = [await makeDatabase(), await stand.directory()];
  const { ann, bob } = await makeWorld(database.url);
  const steps = new Set(STEPS);
  const process = await startDying({ home, dataDir, databaseUrl: database.url }, steps);
  stand.later(() => process.kill());
  const list = async (): Promise<{ id: string; operationId: string; status: string }[]> => {
    const { body } = await process.as(headersOf(ann)).call('GET', '/ext/v1/approvals');
    return body.data as never;
  };
  /** The approval of a request, which is sent until it has an answer. */
  const ask = async (path: string, body: unknown, key: string): Promise<string> => {
    const { status } = await process.as(headersOf(ann, key)).call('POST', path, body);
    expect(status).toBe(409);
    const waiting = (await list()).filter((each) => each.status === 'PENDING');
    expect(waiting).toHaveLength(1);
    return waiting[0]?.id ?? '';
  };
  const decide = (id: string, how: string) =>
    process.as(headersOf(bob)).call('POST', `/ext/v1/approvals/${id}/${how}`, { comment: 'x' });
  const invoices = async () => (await process.call('GET', '/invoices')).body.data as unknown as unknown[];

  // Dies twice before it has stored the request, and once before the commit of the execution.
  const credit = draftOf('a', { value: -10, status: 'DUE' });
  const refund = await ask('/invoices', credit, 'refund');
  expect(await invoices()).toEqual([]);
  expect((await decide(refund, 'approve')).status).toBe(200);
  expect(await invoices()).toHaveLength(1);
  // Dies before the commit of a rejection.
  const other = await ask('/invoices', credit, 'other');
  expect([200, 409]).toContain((await decide(other, 'reject')).status);
  expect(await invoices()).toHaveLength(1);
  // Dies before and after an execution in transactions of its own.
  const erasure = await ask('/ext/v1/customers/customer-gone/erase', undefined, 'erase');
  expect((await decide(erasure, 'approve')).status).toBe(200);
  const { body } = await process.call('GET', '/customers/customer-gone');
  expect(String(body.name)).toMatch(/^Erased /);
  expect((await list()).map(({ operationId, status }) => `${operationId} ${status}`).sort()).toEqual([
    'createCustomInvoice APPROVED',
    'createCustomInvoice REJECTED',
    'eraseCustomer APPROVED',
  ]);
  expect([...steps]).toEqual([]);
}, 600_000);
