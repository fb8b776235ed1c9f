import { spawn } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { makeKeys } from '#platform/backup/encryption.ts';
import { withClient } from '#platform/db/client.ts';
import { startEmbeddedPostgres } from '#platform/db/embedded.ts';
import { rounds } from '#test/effort.ts';
import { runTool } from '#test/run-command.ts';
import { takeCluster, useStand } from './stand.ts';
import { startTallymark, type TallymarkProcess } from './tallymark-process.ts';

const KILLS = rounds({ everyday: 2, full: 12, setting: 'FAULT_ROUNDS' });
const RESTORES = rounds({ everyday: 3, full: 20, setting: 'FAULT_ROUNDS' });
const REPOSITORY = new URL('../..', import.meta.url).pathname;
const stand = useStand();

interface Payment {
  id: string;
  sentAt: number;
  /** Null: no answer came. */
  acknowledgedAt: number | null;
}

/** One payment after the other; one that got no answer is not sent again. */
function keepPaying(tallymark: TallymarkProcess) {
  const payments: Payment[] = [];
  const state = { isOpen: true };
  const paying = (async () => {
    while (state.isOpen) {
      const id = `p${payments.length}`;
      const payment: Payment = { id, sentAt: Date.now(), acknowledgedAt: null };
      payments.push(payment);
      const reply = await tallymark.call('POST', '/payments', {
        ...{ accountId: 'a', currency: 'USD', totalAmount: 1 },
        externalPaymentReference: { sourceName: 'Bank', sourceType: 'CHEQUE', transactionNumber: id },
        lineItemRecords: [{ type: 'WALLET_CREDIT', order: 1 }],
      });
      if (reply && reply.status < 300) payment.acknowledgedAt = Date.now();
      else if (reply) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
      await sleep(10);
    }
  })();
  const acknowledged = () => payments.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length;
  return {
    payments,
    untilMore: () => {
      const before = acknowledged();
      return vi.waitFor(() => expect(acknowledged()).toBeGreaterThan(before + 3), 60_000);
    },
    finish: async () => {
      state.isOpen = false;
      await paying;
    },
  };
}

async function referencesIn(dataDir: string): Promise<Set<string>> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    const { rows } = await withClient(server.connection, (client) =>
      client.query<{ id: string }>('select transaction_number as id from payments'),
    );
    return new Set(rows.map(({ id }) => id));
  } finally {
    await server.stop();
  }
}

it('killed and restored at random: acknowledged payments are there, the audit holds', async () => {
  const folder = await stand.directory();
  const [dataDir, target] = [join(folder, 'data'), join(folder, 'target')];
  await mkdir(target);
  await mkdir(dataDir);
  await takeCluster(dataDir);
  const { identity, recipient } = await makeKeys();
  const backup = { BACKUP_TARGET: target, BACKUP_RECIPIENT: recipient };
  const reading = { DATABASE_URL: '', BACKUP_TARGET: target, BACKUP_IDENTITY: identity };
  const tallymark = await startTallymark({ dataDir, settings: backup, home: REPOSITORY });
  stand.later(() => tallymark.kill());
  // Beside the one that the service makes by itself, with less of the processor.
  expect((await runTool('backup', { env: { ...reading, DATA_DIR: dataDir } })).output).toContain(
    'is complete',
  );
  await tallymark.must('POST', '/customers', {
    id: 'c',
    name: 'Customer',
    primaryEmail: 'c@example.com',
    address: {},
  });
  await tallymark.must('POST', '/accounts', { id: 'a', customerId: 'c', name: 'Account' });
  const begin = Date.now();
  const load = keepPaying(tallymark);
  for (let kill = 0; kill < KILLS; kill++) {
    await load.untilMore();
    await sleep(Math.random() * 500);
    await tallymark.kill();
    await tallymark.start();
  }
  await load.untilMore();
  await load.finish();
  const end = Date.now();
  await tallymark.stop();

  for (let round = 0; round < RESTORES; round++) {
    const at = Math.floor(begin + Math.random() * (end - begin));
    const into = join(folder, `restored-${round}`);
    const time = Temporal.Instant.fromEpochMilliseconds(at).toString();
    const { code, output } = await runTool('restore', { args: ['--at', time, '--to', into], env: reading });
    expect([code, output]).toEqual([0, expect.stringContaining(`Restored to ${time}`)]);
    const found = await referencesIn(into);
    const lost = load.payments.filter(
      ({ id, acknowledgedAt }) => (acknowledgedAt ?? at) < at && !found.has(id),
    );
    const early = load.payments.filter(({ id, sentAt }) => sentAt > at && found.has(id));
    expect({ time, lost, early }).toEqual({ time, lost: [], early: [] });
    const audited = await runTool('audit', { env: { ...reading, DATA_DIR: into } });
    expect(audited.output).toContain('all invariants hold');
  }

  await killRestores({ folder, env: reading });
}, 600_000);

/** A restore that is killed leaves no database, and does not keep the next one from its work. */
async function killRestores({ folder, env }: { folder: string; env: Record<string, string> }): Promise<void> {
  const into = join(folder, 'killed');
  const args = [join(REPOSITORY, 'tools/restore.ts'), '--to', into];
  for (let round = 0; round < KILLS; round++) {
    const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await sleep(300 + Math.random() * 1500);
    child.kill('SIGKILL');
    await ended;
    const names = await readdir(into).catch((): string[] => []);
    if (!names.includes('pg')) expect(names.filter((name) => !name.startsWith('.'))).toEqual([]);
    else return;
  }
  const { code } = await runTool('restore', { args: ['--to', into], env });
  expect(code).toBe(0);
  expect(await readdir(into)).toContain('pg');
}
