import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { ride } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
/** The zone is added by enrichment. */
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  const zone = {
    ...{ name: 'zone', type: 'DIMENSION', enrichmentType: 'JSON_LOGIC', order: 1 },
    value: '{"cat":["zone ",{"var":"dimensions.region"}]}',
  };
  await sandbox.must.post('/event_schema', {
    ...{ name: 'call', attributes: [{ name: 'seconds' }], dimensions: [{ name: 'region' }] },
    enrichments: { dependencies: [], fields: [zone] },
    filterFields: ['region', 'zone'],
  });
  await sandbox.must.post('/event_schema/call/activate');
  await openAccount(sandbox, 'a1');
  for (const [id, region, seconds] of [
    ['first', 'eu', '30'],
    ['second', 'us', '12.5'],
    ['third', 'eu', '0'],
  ] as const)
    await sandbox.must.post('/ingest', {
      event: ride(id, {
        ...{ schemaName: 'call', attributes: [{ name: 'seconds', value: seconds }], dimensions: { region } },
      }),
    });
});

const preview = (body: object) =>
  service.sandbox.post('/ext/v1/usage_meters/preview', {
    ...{ eventSchemaName: 'call', aggregation: 'SUM' },
    computations: [{ order: 1, computation: '{"var":"attributes.seconds"}' }],
    ...body,
  });
const results = async (body: object) => {
  const { body: answer } = await preview(body);
  return answer.events.map(({ id, result, units, key, reason }: Record<string, unknown>) =>
    [id, result, units, key, reason].filter((each) => each !== undefined).join(' '),
  );
};

describe('POST /ext/v1/usage_meters/preview', () => {
  it('200 with each event, newest first, and nothing is counted', async () => {
    const { status, body } = await preview({});
    expect(status).toBe(200);
    expect(body.events[0]).toMatchObject({
      ...{ id: 'third', accountId: 'a1', result: 'COUNTED', units: 0 },
      attributes: [{ name: 'seconds', value: '0' }],
      dimensions: { region: 'eu' },
    });
    expect(await results({})).toEqual(['third COUNTED 0', 'second COUNTED 12.5', 'first COUNTED 30']);
    expect((await service.sandbox.must.get('/events')).events[0].ingestionStatus.status).toBe(
      'INGESTION_COMPLETED_NO_MATCHING_METERS',
    );
  });

  it('200 with the condition that an event does not meet, and its actual value', async () => {
    expect(await results({ filters: [{ field: 'zone', value: 'zone us' }] })).toEqual([
      "third FILTERED_OUT requires zone = 'zone us', and the event has zone = 'zone eu'",
      'second COUNTED 12.5',
      "first FILTERED_OUT requires zone = 'zone us', and the event has zone = 'zone eu'",
    ]);
    const matcher = '{">":[{"var":"attributes.seconds"},20]}';
    const computations = [{ order: 1, matcher, computation: '{"var":"attributes.seconds"}' }];
    expect(await results({ computations })).toEqual([
      'third FILTERED_OUT requires seconds > 20, and the event has seconds = 0',
      'second FILTERED_OUT requires seconds > 20, and the event has seconds = 12.5',
      'first COUNTED 30',
    ]);
  });

  it('200 with the error of the expression for each event that has one', async () => {
    const computations = [{ order: 1, computation: '{"/":[60,{"var":"attributes.seconds"}]}' }];
    expect(await results({ computations })).toEqual([
      expect.stringMatching(/^third FAILED .*divides by zero/),
      'second COUNTED 4.8',
      'first COUNTED 2',
    ]);
  });

  it('200 with what UNIQUE_COUNT counts once', async () => {
    const computations = [{ order: 1, computation: '{"var":"dimensions.region"}' }];
    expect(await results({ aggregation: 'UNIQUE_COUNT', computations })).toEqual([
      'third COUNTED 1 eu',
      'second COUNTED 1 us',
      'first COUNTED 1 eu',
    ]);
  });

  it('400 for logic that cannot be saved, 404 for a schema of another environment', async () => {
    const computations = [{ order: 1, computation: '{"nope":1}' }];
    const wrong = await preview({ computations });
    expect(wrong.status).toBe(400);
    expect(wrong.body.message).toMatch(/computations\[0\]\.computation/);
    expect((await preview({ eventSchemaName: 'none' })).status).toBe(404);
    expect(
      (
        await service.production.post('/ext/v1/usage_meters/preview', {
          aggregation: 'COUNT',
          eventSchemaName: 'call',
        })
      ).status,
    ).toBe(404);
  });

  it('200 and events without a field that the latest version declares fail, as new ones would', async () => {
    await service.sandbox.must.patch('/event_schema/call', {
      attributes: [{ name: 'seconds' }, { name: 'bytes' }],
    });
    expect(await results({})).toEqual([
      'third FAILED missing attribute bytes',
      'second FAILED missing attribute bytes',
      'first FAILED missing attribute bytes',
    ]);
  });
});
