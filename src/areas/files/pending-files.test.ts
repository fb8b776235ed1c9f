import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';
import { keepFile } from './index.ts';
import { dropOldPendingFiles } from './pending-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallymark-test-'));
const service = useService({ DATA_DIR: folder });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
let organization: string;
let org: Org;
let sandbox: Client;
beforeEach(async () => {
  organization = `org-${++made}`;
  ({ sandbox } = await service.createOrganization(organization));
  await sandbox.setClock('2030-01-01T00:00:00Z');
  org = await inSandbox(async (_, own) => own);
});

const inSandbox = <T>(run: (tx: Tx, org: Org) => Promise<T>) => asSandbox(service, run, organization);
const filesOf = (): Promise<string[]> =>
  readdir(join(folder, 'files/org', String(org.orgId), 'report')).catch(() => []);
const noted = () =>
  inSandbox(async (tx) => {
    const { rows } = await sql<{ storageKey: string }>`
      select storage_key from pending_files where org_id = ${org.orgId}`.execute(tx);
    return rows.map(({ storageKey }) => storageKey.split('/').at(-1));
  });

/** As a process that is killed before the commit leaves it. */
async function storeAndFail(id?: string): Promise<void> {
  const failed = inSandbox(async (tx) => {
    await keep(tx, id);
    throw new Error('the process has ended');
  });
  await expect(failed).rejects.toThrow('the process has ended');
}

function keep(tx: Tx, id?: string): Promise<string> {
  const { deployment } = service.app;
  const file = { kind: 'REPORT', ownerId: 'x', name: 'x.csv', contentType: 'text/csv' } as const;
  const now = Temporal.Instant.from('2030-01-01T00:00:00Z');
  return keepFile({ tx, org, deployment }, { ...file, bytes: Buffer.from('x'), now, ...(id && { id }) });
}

const makeOlder = (interval: string) =>
  inSandbox((tx) =>
    sql`update pending_files set noted_at = noted_at - ${interval}::interval
      where org_id = ${org.orgId}`.execute(tx),
  );
const maintenance = () => dropOldPendingFiles(service.app.database, org, service.app.deployment);

describe('bytes whose transaction has failed', () => {
  it('are removed when a day is over, and no earlier', async () => {
    await storeAndFail();
    expect(await filesOf()).toEqual(await noted());
    await makeOlder('23 hours 59 minutes');
    await maintenance();
    expect(await filesOf()).toHaveLength(1);
    await makeOlder('1 minute');
    await maintenance();
    expect([await filesOf(), await noted()]).toEqual([[], []]);
  });

  it('are removed at once when the sandbox is wiped', async () => {
    await storeAndFail();
    await inSandbox((tx) => keep(tx));
    expect(await filesOf()).toHaveLength(2);
    await sandbox.must.post('/ext/v1/sandbox/wipe', { organizationId: organization });
    // It follows real time again.
    await sandbox.setClock('2031-01-01T00:00:00Z');
    expect([await filesOf(), await noted()]).toEqual([[], []]);
  });

  it('are not those of a file that is kept, also under the same id', async () => {
    await storeAndFail('file.upload');
    const id = await inSandbox((tx) => keep(tx, 'file.upload'));
    expect([await filesOf(), await noted()]).toEqual([
      [expect.anything(), expect.anything()],
      [expect.anything()],
    ]);
    await makeOlder('2 days');
    await maintenance();
    const { storageKey } = await inSandbox((tx) =>
      tx
        .selectFrom('files')
        .select('storageKey')
        .where('orgId', '=', org.orgId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    );
    expect(await filesOf()).toEqual([storageKey.split('/').at(-1)]);
  });
});

it('files that are stored at the same time do not wait for each other, however many', async () => {
  const many = Array.from({ length: 60 }, () => inSandbox((tx) => keep(tx)));
  await Promise.all(many);
  expect([await filesOf(), await noted()]).toEqual([expect.objectContaining({ length: 60 }), []]);
});
