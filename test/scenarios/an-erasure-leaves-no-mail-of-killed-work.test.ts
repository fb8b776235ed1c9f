import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { attemptMail } from '#areas/mails/attempt-mail.ts';
import { claimMails } from '#areas/mails/store/attempts.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import { permitNewMessages } from '#platform/outbound/permit.ts';
import { keepMail } from '#test/examples/mails.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';
import { searchFiles } from '#test/search-everything.ts';

/*
 * A mail without a server is captured: a file in DATA_DIR/mail. Its process may be killed before it notes
 * what became of it, and the erasure of the customer may come before or after that.
 */
const folder = mkdtempSync(join(tmpdir(), 'tallymark-test-'));
const service = useService({ DATA_DIR: folder });
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const ADDRESS = 'pay@acme.example';
let made = 0;
let organization: string;
let client: Client;

beforeEach(async () => {
  organization = `org-${++made}`;
  ({ sandbox: client } = await service.createOrganization(organization));
  await client.setClock('2030-01-01T00:00:00Z');
  const account = { id: 'konto', name: 'Konto' };
  const customer = { id: 'erika', name: 'Erika', primaryEmail: ADDRESS, address: {}, account };
  await client.must.post('/customers', customer);
  await keepMail(service, organization, 'konto');
  for (const path of ['/accounts/konto', '/customers/erika']) await client.must.delete(path);
});

const captured = () => searchFiles(join(folder, 'mail'), [ADDRESS]).catch(() => []);
const erase = async () => {
  expect((await client.post('/ext/v1/customers/erika/erase')).status).toBe(200);
  await client.settle();
};

/** Takes the mail, as a process does that is about to send it; what it then does ends as the process does. */
async function take() {
  const now = Temporal.Now.instant();
  const claim = { now, lease: 'lease', leaseEndsAt: now.add({ minutes: 2 }), max: 1 };
  const claimed = async (tx: Tx, org: Org) => ({ org, mails: await claimMails(tx, org, claim) });
  const { org, mails } = await asSandbox(service, claimed, organization);
  const [mail] = mails;
  if (!mail) throw new Error('no mail waits');
  return { org, mail, lease: claim.lease };
}

/** The process dies when it has captured the mail, before it notes that. */
async function captureAndDie(taken: Awaited<ReturnType<typeof take>>, before?: () => Promise<unknown>) {
  const { database, deployment } = service.app;
  const { mailer } = deployment;
  let hasSent = false;
  const dying: Deployment = Object.create(deployment, {
    mailer: {
      value: {
        ...mailer,
        send: async (...mail: Parameters<typeof mailer.send>) => {
          await before?.();
          const result = await mailer.send(...mail);
          hasSent = true;
          return result;
        },
      },
    },
  });
  const cut: Database = Object.create(database, {
    transaction: {
      value: (...[scope, run]: Parameters<Database['transaction']>) => {
        if (hasSent) throw new Error('the process has ended');
        return database.transaction(scope, run);
      },
    },
  });
  const parts = { database: cut, deployment: dying, now: () => Temporal.Now.instant() };
  const attempted = { ...taken, permit: permitNewMessages('MAIL') };
  await attemptMail({ ...parts, logger: service.app.server.log as never }, attempted).catch(() => undefined);
}

describe('a captured mail of a process that was killed', () => {
  it('is removed by an erasure that comes later', async () => {
    await captureAndDie(await take());
    expect(await captured()).toHaveLength(1);
    await erase();
    expect(await captured()).toEqual([]);
  });

  it('is not written when its customer was erased before', async () => {
    const taken = await take();
    await erase();
    await captureAndDie(taken);
    expect(await captured()).toEqual([]);
  });

  it('is removed by an erasure that was requested while it was written', async () => {
    const taken = await take();
    let erasing: Promise<void> | undefined;
    let isErased = false;
    await captureAndDie(taken, async () => {
      erasing = erase();
      void erasing.then(() => {
        isErased = true;
      });
      await expect.poll(async () => (await waiting()) || isErased).toBe(true);
      expect(isErased).toBe(false);
    });
    await erasing;
    expect(await captured()).toEqual([]);
  });
});

/** Whether somebody waits for a lock. */
async function waiting(): Promise<boolean> {
  const { rows } = await service.app.database.pool.query('select from pg_locks where not granted');
  return rows.length > 0;
}
