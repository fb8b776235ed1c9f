import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { beforeAll, expect, it } from 'vitest';
import { seal } from '#test/audit-log.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { exportEntries } from './export-entries.ts';

const service = useService();
const now = Temporal.Instant.from('2030-01-01T00:00:00Z');
beforeAll(async () => {
  await service.sandbox.setClock(now.toString());
  for (const name of ['a', 'b', 'c', 'd'])
    await service.sandbox.must.post('/addons', { name, type: 'LICENSE' });
  await seal(service);
});

/** What becomes of an export of the four add-ons with these limits. */
async function exportWith(limits: { max: number; seconds: number }, afterNumber = 0) {
  const { must } = service.sandbox;
  const requested = { format: 'NDJSON', filters: { entityTypes: ['ADD_ON'] }, afterNumber };
  const { id } = await must.post('/ext/v1/audit_log_exports', requested);
  const { deployment } = service.app;
  await asSandbox(service, (tx, org) => exportEntries({ tx, org, now, deployment } as never, id, limits));
  return must.get(`/ext/v1/audit_log_exports/${id}`);
}

it.each([
  // most  written  complete
  [3, 3, false],
  [4, 4, true],
  [5, 4, true],
])(
  'of four entries with room for %i has %i, and says whether these are all',
  async (max, count, isComplete) => {
    const made = await exportWith({ max, seconds: 60 });
    expect(made).toMatchObject({ status: 'COMPLETED', entryCount: count, isComplete });
    const rest = await exportWith({ max: 10, seconds: 60 }, made.lastNumber);
    expect([rest.entryCount, rest.isComplete]).toEqual([4 - count, true]);
  },
);

it('fails with a reason when it takes too long, and leaves no file', async () => {
  const before = (await readdir(tmpdir())).filter((name) => name.startsWith('tallymark-file-'));
  const made = await exportWith({ max: 10, seconds: -1 });
  expect(made).toMatchObject({
    ...{ status: 'FAILED' },
    failureReason: 'the export takes over 60 seconds; request a shorter period or fewer entity types',
  });
  expect(made).not.toHaveProperty('fileId');
  const after = (await readdir(tmpdir())).filter((name) => name.startsWith('tallymark-file-'));
  expect(after.filter((name) => !before.includes(name))).toEqual([]);
  // The transaction went on: another one is written.
  expect((await exportWith({ max: 10, seconds: 60 })).status).toBe('COMPLETED');
});
