import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { inOrg } from '#test/billing-rows.ts';
import { useService } from '#test/running-app.ts';
import { REPROCESS_EVENTS } from './plan-reprocessing.ts';

const service = useService();
const NOW = '2030-06-01T00:00:00Z';

interface Planned {
  key: string;
  payload: unknown;
  dueAt: Temporal.Instant;
}

/** What is planned, after which it is forgotten. */
const takePlanned = () =>
  inOrg(service, 'sandbox', async (tx, { orgId }) => {
    const { rows } = await sql<Planned>`
      delete from scheduled_work where org_id = ${orgId} and kind = ${REPROCESS_EVENTS}
      returning key, payload, due_at`.execute(tx);
    return rows;
  });

beforeAll(async () => {
  await service.sandbox.setClock(NOW);
  const account = { id: 'acme', name: 'Acme', status: 'DRAFT' };
  const customer = { id: 'acme', name: 'Acme', primaryEmail: 'a@b.c', address: {}, account };
  await service.sandbox.must.post('/customers', customer);
});

describe('events that waited are processed', () => {
  it('after an account was created', async () => {
    const planned = [{ key: 'acme', payload: { accountId: 'acme' }, dueAt: Temporal.Instant.from(NOW) }];
    expect(await takePlanned()).toEqual(planned);
  });

  it.each([
    //  call                                           sent                          is planned
    ['PATCH /accounts/acme', { name: 'New name' }, false],
    ['PATCH /accounts/acme', { status: 'ACTIVE' }, true],
    ['PATCH /accounts/acme', { status: 'ACTIVE' }, false], // it was active
    ['POST /accounts/acme/add_aliases', { aliases: ['new'] }, true],
    ['POST /accounts/acme/add_aliases', { aliases: ['new'] }, false], // it had the alias
    ['POST /accounts/acme/remove_aliases', { aliases: ['new'] }, false],
    ['POST /aliases', { aliases: [{ value: 'reserved' }] }, false],
    ['PATCH /accounts/acme', { status: 'DRAFT' }, false],
  ])('%s %j', async (call, sent, isPlanned) => {
    const [method, path = ''] = call.split(' ');
    await service.sandbox.must[method === 'POST' ? 'post' : 'patch'](path, sent);
    expect((await takePlanned()).map(({ key }) => key)).toEqual(isPlanned ? ['acme'] : []);
  });

  it('not after a rejected creation', async () => {
    const account = { id: 'refused', name: 'Acme', customerId: 'acme', aliases: ['ACME'] };
    expect((await service.sandbox.post('/accounts', account)).status).toBe(409);
    expect(await takePlanned()).toEqual([]);
  });
});
