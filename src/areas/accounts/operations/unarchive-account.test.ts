import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount, sellUsage, use } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const client = () => service.sandbox;
const archive = async (id: string) => {
  await client().must.delete(`/accounts/${id}`);
  await client().settle();
};
const unarchive = (id: string) => client().post(`/ext/v1/accounts/${id}/unarchive`);
const eventsOf = async (id: string) =>
  (await client().must.get(`/events?account_id=${id}`)).events.map(
    ({ ingestionStatus: { status } }: { ingestionStatus: { status: string } }) => status,
  );

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  await sellUsage(client(), 'ride');
});

describe('POST /ext/v1/accounts/{account_id}/unarchive', () => {
  it('200 and active, with its aliases and what came meanwhile', async () => {
    await openAccount(client(), 'back', { aliases: ['b-one', 'b-two'] });
    await client().must.post('/accounts/back/remove_aliases', { aliases: ['b-two'] });
    await client().setClock('2030-01-02T00:00:00Z');
    await archive('back');
    await client().setClock('2030-01-05T00:00:00Z');
    for (const account of ['back', 'b-one'])
      await use(client(), { meter: 'ride', account, at: '2030-01-04T00:00:00Z', amount: '1' });
    expect(await eventsOf('back')).not.toContain('INGESTION_COMPLETED_EVENT_METERED');
    const { status, body } = await unarchive('back');
    expect([status, body.status, body.aliases]).toEqual([200, 'ACTIVE', [{ alias: 'b-one' }]]);
    await client().settle();
    expect(await eventsOf('back')).toEqual(Array(2).fill('INGESTION_COMPLETED_EVENT_METERED'));
    // What it was archived with is over, and it can have all of it anew.
    await client().must.post('/accounts/back/wallet_topup', { topupAmount: 1 });
    await client().must.patch('/accounts/back', { name: 'Back again' });
    const { data } = await client().must.get('/accounts/back/account_aliases');
    const one = data.filter(({ value }: { value: string }) => value === 'b-one');
    expect(one.map((row: Record<string, string>) => [row.effectiveFrom, row.effectiveUntil])).toEqual([
      ['0001-01-01T00:00:00.000Z', '2030-01-02T00:00:00.000Z'],
      ['2030-01-02T00:00:00.000Z', expect.stringMatching(/^9999-/)],
    ]);
  });

  it('200 for a draft that was archived: it is active then', async () => {
    await openAccount(client(), 'draft', { status: 'DRAFT' });
    await archive('draft');
    expect((await unarchive('draft')).body.status).toBe('ACTIVE');
    expect((await client().must.get('/accounts/draft/wallet')).balance).toBe(0);
  });

  it('409 and still archived when another has one of its aliases by now', async () => {
    await openAccount(client(), 'loser', { aliases: ['kept', 'lost'] });
    await archive('loser');
    await openAccount(client(), 'finder', { aliases: ['lost'] });
    const { status, headers } = await unarchive('loser');
    expect([status, headers['error-code']]).toEqual([409, 'ALIAS_TAKEN']);
    expect(await client().must.get('/accounts/loser')).toMatchObject({ status: 'ARCHIVED', aliases: [] });
    await client().must.post('/accounts/finder/remove_aliases', { aliases: ['lost'] });
    // Taken and given back at the same instant: it was never another's.
    expect((await unarchive('loser')).body.aliases).toEqual([{ alias: 'kept' }, { alias: 'lost' }]);
  });

  it('400 for one that is not archived, and for one of an archived customer', async () => {
    await openAccount(client(), 'here');
    const here = await unarchive('here');
    expect([here.status, here.headers['error-code']]).toEqual([400, 'ACCOUNT_NOT_ARCHIVED']);
    await client().must.delete('/customers/customer-here');
    await client().settle();
    const gone = await unarchive('here');
    expect([gone.status, gone.headers['error-code']]).toEqual([400, 'CUSTOMER_ARCHIVED']);
  });

  it('404 for an unknown account', async () => {
    expect((await unarchive('nobody')).status).toBe(404);
  });
});
