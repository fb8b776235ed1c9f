import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { keepPiece } from '#test/examples/scheduled-work.ts';
import { passStopwatch } from '#test/pass-stopwatch.ts';
import { addPerson } from '#test/people.ts';
import { type Client, client, useService } from '#test/running-app.ts';

const METRICS_TOKEN = 'metrics-token-of-the-test';
const service = useService({ METRICS_TOKEN }, { own: 'has to have the first organization' });
const PATH = '/ext/v1/system';
let operator: Client;
beforeAll(async () => {
  operator = (await addPerson(service)).production;
});

describe('GET /ext/v1/system', () => {
  it('200 for an administrator of the first organization, with the state of everything', async () => {
    const system = await operator.must.get(PATH);
    expect(system).toMatchObject({
      ...{ version: 'test', roles: ['api', 'worker'], apiProcesses: 1, readiness: 'READY' },
      database: { version: expect.stringMatching(/^\d+/), bytes: expect.any(Number) },
      migrations: { pending: [], last: expect.stringMatching(/^00\d\d_.*\.sql$/) },
      disk: { totalBytes: expect.any(Number), freeBytes: expect.any(Number) },
      mails: { waiting: 0, oldestSeconds: 0 },
      license: expect.stringContaining('Apache License'),
    });
    expect(system.tables).toHaveLength(10);
    expect(system.tables[0].bytes).toBeGreaterThanOrEqual(system.tables[9].bytes);
    expect(system.migrations.applied).toBeGreaterThan(70);
  });

  it('200 with every setting and its source, and no secret', async () => {
    const { settings } = await operator.must.get(PATH);
    const find = (name: string) => settings.find((each: { name: string }) => each.name === name);
    expect(find('METRICS_TOKEN')).toEqual({
      ...{ name: 'METRICS_TOKEN', source: 'ENVIRONMENT', isSecret: true },
    });
    expect(find('RATE_LIMIT_INGEST_BATCH')).toMatchObject({ source: 'ENVIRONMENT', isSecret: false });
    expect(find('REQUEST_LOG_DAYS')).toEqual({
      ...{ name: 'REQUEST_LOG_DAYS', value: '7', source: 'DEFAULT', isSecret: false },
    });
    expect(settings.length).toBeGreaterThan(40);
    expect(JSON.stringify(settings)).not.toContain(METRICS_TOKEN);
  });

  it('200 with failing work of all organizations: its kind and reason, not its content', async () => {
    await service.createOrganization('others');
    await keepPiece(service, 'others');
    passStopwatch(6_000);
    const { work } = await operator.must.get(PATH);
    expect(work).toMatchObject({ onHold: 1, retrying: 0, due: 0 });
    expect(work.failing).toEqual([
      {
        ...{ organizationId: 'others', environment: 'sandbox', kind: 'jobs.expire', state: 'ON_HOLD' },
        ...{ id: expect.any(String), attempts: 8, reason: 'it was given up' },
        failingSince: expect.any(String),
      },
    ]);
  });

  it('200 with work of production that is due, and since when', async () => {
    const { orgId } = await service.app.database.transaction(
      { orgId: null, access: 'read', isDirectory: true },
      async (tx) => {
        const { rows } = await sql<{
          orgId: number;
        }>`select min(org_id) as org_id from organizations`.execute(tx);
        return rows[0] as { orgId: number };
      },
    );
    await service.app.database.transaction({ orgId, access: 'write' }, async (tx) => {
      await sql`insert into scheduled_work (org_id, kind, key, due_at, rank, payload)
        values (${orgId}, 'jobs.expire', 'late', '2026-01-01', 1, '{}')`.execute(tx);
    });
    passStopwatch(6_000);
    const { work } = await operator.must.get(PATH);
    expect([work.due, work.oldestDueAt]).toEqual([1, '2026-01-01T00:00:00.000Z']);
  });

  it('403 for other roles, other organizations, programs, and without a credential 401', async () => {
    const make = async (organization: string, role: 'FINANCE' | 'ADMINISTRATOR') => {
      const { production } = await addPerson(service, { organization, role });
      return production.get(PATH);
    };
    await service.createOrganization('strangers');
    for (const reply of [await make('default', 'FINANCE'), await make('strangers', 'ADMINISTRATOR')])
      expect([reply.status, reply.headers['error-code']]).toEqual([403, 'OPERATORS_ONLY']);
    expect((await service.production.get(PATH)).status).toBe(403);
    expect((await client(service.app, '', 'sk_live_nobody0000000').get(PATH)).status).toBe(401);
  });
});
