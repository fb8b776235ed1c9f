import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount, sellFee, sellUsage } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let meter: string;
let fee: string;
let foreignMeter: string;

beforeAll(async () => {
  meter = await sellUsage(service.production, 'calls');
  fee = await sellFee(service.production, 'Fee');
  foreignMeter = await sellUsage(service.sandbox, 'calls');
  await openAccount(service.production, 'one');
  await openAccount(service.production, 'gone');
  await service.production.must.delete('/accounts/gone');
  await openAccount(service.sandbox, 'elsewhere');
});

const create = (members: object) =>
  service.production.post('/alerts', {
    alertTemplateId: 'USAGE_THRESHOLD',
    interval: '60',
    entityDetails: { usageMeterId: meter },
    parameters: { threshold: 100 },
    status: 'ACTIVE',
    ...members,
  });

describe('POST /alerts', () => {
  it('200 and the alert, with its interval in minutes and as cron', async () => {
    const { status, body } = await create({
      ...{ ownerDetails: { accountId: 'one' }, validity: 60, description: 'Too many\ncalls' },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^alert\.\w{8}\.\w{7}$/),
      alertId: body.id,
      alertTemplateId: 'USAGE_THRESHOLD',
      version: 1,
      description: 'Too many\ncalls',
      status: 'ACTIVE',
      validity: 60,
      interval: 60,
      cronInterval: '0 * * * *',
      entityDetails: { usageMeterId: meter },
      ownerDetails: { accountId: 'one' },
      parameters: { threshold: 100 },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: body.createdAt,
    });
    expect((await service.production.must.get(`/ext/v1/alerts/${body.id}`)).version).toBe(1);
  });

  it('200 and forever is printed as null', async () => {
    for (const members of [{}, { validity: null }]) {
      const { body, text } = await create(members);
      expect(body).not.toHaveProperty('description');
      expect(text).toContain('"validity":null');
      expect(body.ownerDetails).toEqual({});
    }
  });

  it.each([
    // sent           minutes  cron
    ['30', 30, '*/30 * * * *'],
    [30, 30, '*/30 * * * *'],
    ['PT1H', 60, '0 * * * *'],
    ['0 */2 * * *', 120, '0 */2 * * *'],
    ['180', 180, '0 */3 * * *'],
    ['PT4H', 240, '0 */4 * * *'],
    [360, 360, '0 */6 * * *'],
    ['PT480M', 480, '0 */8 * * *'],
    ['720', 720, '0 */12 * * *'],
    ['P1D', 1440, '0 0 * * *'],
  ])('200 for the interval %j', async (interval, minutes, cronInterval) => {
    expect((await create({ interval })).body).toMatchObject({ interval: minutes, cronInterval });
  });

  it.each([0, 29, 31, 45, 90, 1441, 2880, -60, '15', 'PT15M', '*/15 * * * *', 'hourly', ' '])(
    '400 for the interval %j',
    async (interval) => {
      const { status, headers, body } = await create({ interval });
      expect([status, headers['error-code']]).toEqual([400, 'INTERVAL_UNKNOWN']);
      expect(body.message).toMatch(
        /^interval: must be one of 30, 60, 120, 180, 240, 360, 480, 720, 1440 min/,
      );
    },
  );

  it.each([
    ['"threshold":0', '"threshold":0'],
    ['"threshold":-0', '"threshold":0'],
    ['"threshold":1e-18', '"threshold":0.000000000000000001'],
    [`"threshold":${'9'.repeat(38)}`, `"threshold":${'9'.repeat(38)}`],
    ['"threshold":12345678901234567890.123456789012345678', '12345678901234567890.123456789012345678'],
  ])('200 and %s keeps its digits', async (sent, shown) => {
    const details = `"entityDetails":{"usageMeterId":"${meter}"},"parameters":{${sent}}`;
    const body = `{"alertTemplateId":"USAGE_THRESHOLD","interval":"60","status":"ACTIVE",${details}}`;
    const reply = await service.production.post('/alerts', body);
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining(shown)]);
  });

  it.each([
    // body                                                    message
    [{ alertTemplateId: undefined }, /^alertTemplateId: is required$/],
    [{ interval: undefined }, /^interval: is required$/],
    [{ status: undefined }, /^status: is required$/],
    [{ status: 'EXPIRED' }, /^status: must be one of ACTIVE, INACTIVE$/],
    [{ interval: null }, /^interval: must be a string or integer$/],
    [{ interval: 60.5 }, /^interval: must be a string or integer$/],
    [{ interval: '0'.repeat(41) }, /^interval: must have at most 40 characters$/],
    [{ validity: 59 }, /^validity: must be at least the interval of 60 minutes$/],
    [{ validity: 0 }, /^validity: must be at least 1$/],
    [{ validity: -60 }, /^validity: must be at least 1$/],
    [{ validity: 52_560_001 }, /^validity: must be at most 52560000$/],
    [{ validity: '60' }, /^validity: must be an integer or null$/],
    [{ description: 'x'.repeat(1001) }, /^description: must have at most 1000 characters$/],
    [{ parameters: { threshold: -0.000_000_1 } }, /^parameters.threshold: must be at least 0$/],
    [{ parameters: { threshold: '5' } }, /^parameters.threshold: must be a number$/],
    [{ parameters: { threshold: null } }, /^parameters.threshold: must not be null$/],
    [{ parameters: { limit: 5 } }, /^unknown field parameters.limit$/],
    [{ parameters: {} }, /^parameters.threshold: is required by USAGE_THRESHOLD$/],
    [{ parameters: undefined }, /^parameters.threshold: is required by USAGE_THRESHOLD$/],
    [{ entityDetails: {} }, /^entityDetails.usageMeterId: is required by USAGE_THRESHOLD$/],
    [{ entityDetails: { meter: 'x' } }, /^unknown field entityDetails.meter$/],
    [{ entityDetails: { usageMeterId: '' } }, /^entityDetails.usageMeterId: must not be empty$/],
    [{ ownerDetails: { accountId: null } }, /^ownerDetails.accountId: must be a string$/],
    [{ ownerDetails: { customerId: 'x' } }, /^unknown field ownerDetails.customerId$/],
    [{ channels: [] }, /^unknown field channels$/],
  ])('400 for %j', async (members, message) => {
    const { status, body } = await create(members);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });

  it('400 for details that another template has', async () => {
    const details = { usageMeterId: meter, featureId: 'f' };
    const { status, headers, body } = await create({
      ...{ entityDetails: details, parameters: { threshold: 1, daysAfter: 2 } },
    });
    expect([status, headers['error-code']]).toEqual([400, 'ALERT_DETAILS_INVALID']);
    expect(body.message).toBe(
      'entityDetails.featureId: is not known to USAGE_THRESHOLD; its entityDetails are usageMeterId',
    );
    const owned = await create({
      alertTemplateId: 'UNPROCESSED_EVENTS',
      ...{ entityDetails: {}, ownerDetails: { accountId: 'one' } },
    });
    expect(owned.body.message).toBe(
      'ownerDetails.accountId: is not known to UNPROCESSED_EVENTS; it takes no ownerDetails',
    );
  });

  it('400 for an archived account', async () => {
    const { status, headers } = await create({ ownerDetails: { accountId: 'gone' } });
    expect([status, headers['error-code']]).toEqual([400, 'ACCOUNT_ARCHIVED']);
  });

  it.each([
    ['alertTemplateId', () => ({ alertTemplateId: 'WALLET_BALANCE' }), 'ALERT_TEMPLATE_NOT_FOUND'],
    ['alertTemplateId', () => ({ alertTemplateId: 'toString' }), 'ALERT_TEMPLATE_NOT_FOUND'],
    ['usageMeterId', () => ({ entityDetails: { usageMeterId: 'nobody' } }), 'USAGE_METER_NOT_FOUND'],
    ['foreign meter', () => ({ entityDetails: { usageMeterId: foreignMeter } }), 'USAGE_METER_NOT_FOUND'],
    ['accountId', () => ({ ownerDetails: { accountId: 'nobody' } }), 'ACCOUNT_NOT_FOUND'],
    ['foreign account', () => ({ ownerDetails: { accountId: 'elsewhere' } }), 'ACCOUNT_NOT_FOUND'],
    [
      'billableId',
      () => ({ alertTemplateId: 'REVENUE_THRESHOLD', entityDetails: { billableId: 'nobody' } }),
      'BILLABLE_NOT_FOUND',
    ],
    [
      'eventSchemaName',
      () => ({ alertTemplateId: 'UNPROCESSED_EVENTS', entityDetails: { eventSchemaName: 'nobody' } }),
      'EVENT_SCHEMA_NOT_FOUND',
    ],
  ])('404 for an unknown %s', async (_, members, code) => {
    const { status, headers } = await create(members());
    expect([status, headers['error-code']]).toEqual([404, code]);
  });

  it('200 and the account is named by its own id', async () => {
    const { platformAccountId } = await service.production.must.get('/accounts/one');
    const { body } = await create({ ownerDetails: { accountId: platformAccountId } });
    expect(body.ownerDetails).toEqual({ accountId: 'one' });
  });

  it('200 for what each template watches', async () => {
    const shown = async (alertTemplateId: string, entityDetails: object, parameters?: object) => {
      const { body } = await create({ alertTemplateId, entityDetails, parameters });
      return [body.entityDetails, body.parameters];
    };
    expect(await shown('UNPROCESSED_EVENTS', {})).toEqual([{}, { threshold: 1 }]);
    expect(await shown('UNPROCESSED_EVENTS', { eventSchemaName: 'calls' }, { threshold: 3 })).toEqual([
      { eventSchemaName: 'calls' },
      { threshold: 3 },
    ]);
    for (const billableId of [meter, fee])
      expect(await shown('REVENUE_THRESHOLD', { billableId }, { threshold: 0.5 })).toEqual([
        { billableId },
        { threshold: 0.5 },
      ]);
    expect(await shown('REVENUE_THRESHOLD', {}, { threshold: 1 })).toEqual([{}, { threshold: 1 }]);
  });
});
