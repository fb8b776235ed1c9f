import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { ingestCall, sellCalls } from '#test/feature-scenario.ts';
import { grantCredits } from '#test/granted-credits.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let sandbox: Client;
let calls: string;

/* 10 minutes of credits: 6, then 7, of which 3 are beyond them, then 5 and 2. */
beforeAll(async () => {
  sandbox = service.sandbox;
  await sandbox.setClock('2030-01-20T00:00:00Z');
  calls = await sellCalls(sandbox);
  for (const id of ['a1', 'a2']) await openAccount(sandbox, id);
  await grantCredits(service, [
    { id: 'granted', featureId: calls, granted: '10' },
    { id: 'beyond', featureId: calls, source: 'OVERAGE', granted: null },
    { id: 'of a2', accountId: 'a2', featureId: calls, granted: '10' },
  ]);
  for (const [id, minutes, day] of [
    ['within', '6', '05'],
    ['crossing', '7', '09'],
    ['earlier', '5', '08'], // arrives later than the one with which the credits ended
    ['last', '2', '10'],
  ] as const)
    await ingestCall(sandbox, id, { minutes, at: `2030-01-${day}T12:00:00Z` });
  await ingestCall(sandbox, 'of-a2', { account: 'a2', minutes: '10' });
});

const path = (feature = calls, account = 'a1') =>
  `/ext/v1/accounts/${account}/features/${feature}/overage_events`;
const list = async (query = '') => {
  const { data } = await sandbox.must.get(`${path()}${query}`);
  return data.map(({ eventPayload, units, overage, isFirst }: Reply['body']) =>
    [eventPayload.id, units, overage, isFirst].join(' '),
  );
};

describe('GET /ext/v1/accounts/{account_id}/features/{feature_id}/overage_events', () => {
  it('200 with what each event used beyond the credits, the last processed first', async () => {
    expect(await list()).toEqual(['last 2 2 false', 'earlier 5 5 false', 'crossing 7 3 true']);
    expect(await list('?_sort=reference_id:ASC&pageSize=1')).toEqual(['crossing 7 3 true']);
  });

  it('200 with those that count from an instant until another; the first one stays the first', async () => {
    expect(await list('?from=2030-01-09T12:00:00Z&until=2030-01-10T12:00:00Z')).toEqual([
      'crossing 7 3 true',
    ]);
    expect(await list('?until=2030-01-09T00:00:00Z')).toEqual(['earlier 5 5 false']);
  });

  it('200 page by page', async () => {
    const { data, nextToken } = await sandbox.must.get(`${path()}?pageSize=2`);
    expect(data).toHaveLength(2);
    expect(await list(`?nextToken=${nextToken}`)).toEqual(['crossing 7 3 true']);
  });

  it('200 and nothing for an account within its credits', async () => {
    expect(await sandbox.must.get(path(calls, 'a2'))).toEqual({ data: [], nextToken: null });
  });

  it('404 for an account or a feature that does not exist', async () => {
    for (const [unknown, message] of [
      [path(calls, 'nobody'), 'account nobody not found'],
      [path('nothing'), 'feature nothing not found'],
    ] as const) {
      const { status, body } = await sandbox.get(unknown);
      expect([status, body.message]).toEqual([404, message]);
    }
  });
});
