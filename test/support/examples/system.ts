import type { World } from '../example-world.ts';
import { asOwner } from '../people.ts';
import { serviceOf } from './person-of-world.ts';

/** Its person becomes an operator: an administrator of the first organization. */
async function operate({ client, ids }: World): Promise<void> {
  await asOwner(serviceOf(client), (owner) =>
    owner.query(
      `insert into memberships (org_id, user_id, role, created_at, updated_at)
       select min(org_id), $1, 'ADMINISTRATOR', now(), now() from organizations
       where environment = 'production'
       on conflict do nothing`,
      [ids.own_user_id],
    ),
  );
}

/** What differs from one machine and one moment to the next. */
const OF_ANOTHER_MACHINE = {
  version: '0.1.0',
  runtime: 'Node.js 26.0.0',
  alerts: [{ name: 'TallymarkOutboxStuck', severity: 'WARNING', reading: 5_400, firesAbove: 3_600 }],
  database: { version: '18.1', bytes: 5_368_709_120, connections: 24, maxConnections: 100 },
  tables: [{ name: 'events', bytes: 3_221_225_472, rows: 12_000_000 }],
  migrations: { applied: 76, last: '0076_system.sql', pending: [] },
  disk: { totalBytes: 107_374_182_400, freeBytes: 64_424_509_440 },
  backups: {
    ...{ lastAt: '2030-01-01T00:00:00.000Z', lastBytes: 1_610_612_736 },
    ...{ verifiedAt: '2030-01-01T00:00:00.000Z', waitingSegments: 0, archiveLagSeconds: 0 },
  },
  work: {
    ...{ due: 0, retrying: 0, onHold: 1 },
    failing: [
      {
        ...{ organizationId: 'northwind', environment: 'sandbox', id: '1', kind: 'jobs.expire' },
        ...{ state: 'ON_HOLD', attempts: 8, reason: 'it was given up' },
        failingSince: '2030-01-01T00:00:00.000Z',
      },
    ],
  },
  mails: { waiting: 2, oldestSeconds: 1 },
  webhooks: { waiting: 0, oldestSeconds: 0 },
  ingestion: { requests: 84_000, rejected: 12, perSecond: 240.5, averageMs: 8.2 },
  counters: { alarms: 0, auditMismatches: 0, refusedWrites: 0, missingRequests: 0 },
  settings: [{ name: 'PORT', value: '4000', source: 'DEFAULT', isSecret: false }],
};

/** What is held, as an operator sees it after a restore. */
const HELD = {
  isHeld: true,
  kinds: ['MAIL', 'WEBHOOKS', 'CHARGES'].map((kind) => ({
    ...{ kind, isHeld: kind !== 'MAIL', reason: 'restored from a backup' },
    ...{ restoredTo: '2030-01-01T00:00:00.000Z', heldAt: '2030-01-01T00:00:00.000Z' },
    ...(kind === 'MAIL' && { releasedAt: '2030-01-01T00:00:00.000Z', releasedBy: 'Ann Example' }),
    ...{ waiting: kind === 'CHARGES' ? 1 : 0, waitingSinceBefore: kind === 'CHARGES' ? 1 : 0 },
  })),
  pending: [
    {
      ...{ organizationId: 'northwind', environment: 'production', queue: 'CHARGES', pieces: 1 },
      ...{ sinceBefore: 1, oldest: '2030-01-01T00:00:00.000Z' },
    },
  ],
  charges: [
    {
      ...{ organizationId: 'northwind', environment: 'production', id: 'preq.1', call: 'REQUEST' },
      ...{ targetId: 'preq.1', invoiceId: 'inv.1', amount: 119.5, currency: 'EUR', attempts: 0 },
      ...{ createdAt: '2030-01-01T00:00:00.000Z', isSinceBefore: true },
    },
  ],
};

/** Its person operates a deployment in which mails are held, which no other example sends. */
async function holdMails(world: World): Promise<void> {
  await operate(world);
  await asOwner(serviceOf(world.client), (owner) =>
    owner.query(
      `insert into outgoing_holds (kind, reason, held_at) values ('MAIL', 'an example', now())
       on conflict (kind) do update set released_at = null`,
    ),
  );
}

export const systemExamples = {
  getOutgoing: () => ({ prepare: operate, settle: () => HELD }),
  releaseOutgoing: () => ({ prepare: operate, body: { kinds: ['MAIL'] }, settle: () => HELD }),
  discardOutgoing: () => ({
    prepare: holdMails,
    body: { kinds: ['MAIL'] },
    settle: () => ({ pieces: 2, outgoing: HELD }),
  }),
  getSystem: () => ({
    prepare: operate,
    settle: (system: object) => ({ ...system, ...OF_ANOTHER_MACHINE }),
  }),
};
