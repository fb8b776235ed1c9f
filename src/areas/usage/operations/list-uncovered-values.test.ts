import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { createMeter, ride } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const path = '/ext/v1/uncovered_values';
let eu: string;
let long: string;
let sent = 0;

/*
 * Calls have a region, a tier and a user; the zone is added by enrichment, from the region. Meters want the
 * region eu or us, with a tier other than free or test, and the zone A or B: by a filter and by a matcher.
 */
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  const zone = {
    ...{ name: 'zone', type: 'DIMENSION', enrichmentType: 'JSON_LOGIC', order: 1 },
    value: '{"cat":["zone of ",{"var":"dimensions.region"}]}',
  };
  for (const name of ['call', 'idle']) {
    await sandbox.must.post('/event_schema', {
      ...{ name, attributes: [{ name: 'seconds' }], enrichments: { dependencies: [], fields: [zone] } },
      dimensions: [{ name: 'region' }, { name: 'tier' }, { name: 'user' }],
      filterFields: ['region', 'tier', 'zone'],
    });
    await sandbox.must.post(`/event_schema/${name}/activate`);
  }
  const free = {
    and: [{ '!=': [{ var: 'dimensions.tier' }, 'free'] }, { '!=': [{ var: 'dimension.tier' }, 'test'] }],
  };
  eu = await createMeter(sandbox, {
    ...{ name: 'eu', eventSchemaName: 'call', aggregation: 'COUNT' },
    filters: ['eu', 'us'].map((value) => ({ field: 'region', value })),
    computations: [{ computation: '1', matcher: JSON.stringify(free), order: 1 }],
  });
  const lasting = {
    and: [{ in: [{ var: 'dimensions.region' }, ['us', 'ca']] }, { '>': [{ var: 'attributes.seconds' }, 9] }],
  };
  long = await createMeter(sandbox, {
    ...{ name: 'long', eventSchemaName: 'call', aggregation: 'SUM' },
    computations: [
      { computation: '{"var":"attributes.seconds"}', matcher: JSON.stringify(lasting), order: 1 },
    ],
  });
  await openAccount(sandbox, 'a1');
});

async function send(dimensions: Record<string, string>, seconds = '1', schemaName = 'call'): Promise<void> {
  const attributes = [{ name: 'seconds', value: seconds }];
  const event = ride(`c${++sent}`, {
    schemaName,
    attributes,
    dimensions: { user: `u${sent}`, ...dimensions },
  });
  await service.sandbox.must.post('/ingest', { event });
}

const lines = async (query = '') => {
  const { data } = await service.sandbox.must.get(`${path}${query}`);
  return data.map(({ schemaName, dimension, value, events, meters }: Record<string, unknown>) =>
    [schemaName, dimension, value, events, (meters as { id: string }[]).map(({ id }) => id)].join(' '),
  );
};

describe('GET /ext/v1/uncovered_values', () => {
  it('200 and nothing while every event is counted', async () => {
    await send({ region: 'eu', tier: 'pro' });
    await send({ region: 'ca', tier: 'pro' }, '10');
    expect(await lines()).toEqual([]);
  });

  it('200 with the values that no filter and no condition accepts, and how many events', async () => {
    // Of so many in a row the dimensions go into a context (`findPromotion`).
    for (let i = 0; i < 70; i++) await send({ region: 'ap', tier: 'pro' });
    await send({ region: 'ap', tier: 'pro', extra: 'x' }); // not declared
    await send({ region: 'mars', tier: 'free' });
    await send({ region: 'ca', tier: 'test' }); // too short for one meter; the other knows no ca
    await send({ region: 'eu', tier: 'free' });
    await send({ region: 'ap', tier: 'pro' }, '1', 'idle'); // without a meter
    const both = [eu, long].sort().join();
    expect(await lines()).toEqual([
      `call region ap 71 ${both}`,
      `call region mars 1 ${both}`,
      `call tier free 2 ${eu}`,
      `call tier test 1 ${eu}`,
    ]);
    expect(await lines('?dimension=tier&schema_name=call&_sort=id:DESC')).toEqual([
      `call tier test 1 ${eu}`,
      `call tier free 2 ${eu}`,
    ]);
    expect(await lines('?schema_name=idle')).toEqual([]);
  });

  it('200 page by page', async () => {
    const walked: string[] = [];
    for (let next = `${path}?pageSize=3`; next; ) {
      const { data, nextToken } = await service.sandbox.must.get(next);
      walked.push(...data.map(({ value }: { value: string }) => value));
      next = nextToken ? `${path}?nextToken=${nextToken}` : '';
    }
    expect(walked).toEqual(['ap', 'mars', 'free', 'test']);
  });

  it('200 with the values of a dimension that enrichment adds', async () => {
    const { sandbox } = service;
    const zoned = await createMeter(sandbox, {
      ...{ name: 'zoned', eventSchemaName: 'idle', aggregation: 'COUNT', computations: [] },
      filters: [{ field: 'zone', value: 'zone of eu' }],
    });
    await send({ region: 'eu', tier: 'pro' }, '1', 'idle');
    await send({ region: 'us', tier: 'pro' }, '1', 'idle');
    expect(await lines('?schema_name=idle')).toEqual([
      `idle zone zone of ap 1 ${zoned}`,
      `idle zone zone of us 1 ${zoned}`,
    ]);
  });

  it('200 and a value is gone when a meter covers it, or when its events are old', async () => {
    const { sandbox } = service;
    await createMeter(sandbox, {
      ...{ name: 'ap', eventSchemaName: 'call', aggregation: 'COUNT', computations: [] },
      filters: [{ field: 'region', value: 'ap' }],
    });
    expect((await lines('?dimension=region')).map((line: string) => line.split(' ')[2])).toEqual(['mars']);
    await sandbox.setClock('2030-02-08T23:59:59Z');
    expect(await lines('?dimension=region')).toHaveLength(1);
    await sandbox.setClock('2030-02-09T00:00:01Z');
    expect(await lines()).toEqual([]);
  });

  it('200 and nothing of another organization', async () => {
    const other = await service.createOrganization('other');
    expect(await other.sandbox.must.get(path)).toEqual({ data: [], nextToken: null });
  });
});
