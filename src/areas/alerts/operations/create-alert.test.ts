import { beforeAll, describe, expect, it } from 'vitest';
import { createAlert } from '#test/alert-scenario.ts';
import { openAccount, sellFee, sellUsage } from '#test/billing-scenario.ts';
import { addContact, enterPortal } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let meter: string;
let fee: string;
let foreignMeter: string;
let feature: string;

beforeAll(async () => {
  meter = await sellUsage(service.production, 'calls');
  fee = await sellFee(service.production, 'Fee');
  foreignMeter = await sellUsage(service.sandbox, 'calls');
  feature = (await service.production.must.post('/features', { name: 'Feature', schemaAssociations: [] })).id;
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
      channels: [],
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
    [{ validity: 52_560_000 }, { validity: 52_560_000 }],
    [{ description: '😀'.repeat(1000) }, { description: '😀'.repeat(1000) }],
    [{ description: '' }, { description: '' }],
    [{ interval: `${' '.repeat(37)}60` }, { interval: 60 }],
    [{ status: 'INACTIVE' }, { status: 'INACTIVE', version: 1 }],
  ])('200 for %j', async (members, shown) => {
    const { status, body } = await create(members);
    expect([status, body]).toEqual([200, expect.objectContaining(shown)]);
  });

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
    [{ validity: 59 }, /^validity: must be at least as long as the interval, 60 minutes$/],
    [{ validity: 0 }, /^validity: must be at least 1$/],
    [{ validity: -60 }, /^validity: must be at least 1$/],
    [{ validity: 52_560_001 }, /^validity: must be at most 52560000$/],
    [{ validity: '60' }, /^validity: must be an integer or null$/],
    [{ description: 'x'.repeat(1001) }, /^description: must have at most 1000 characters$/],
    [{ parameters: { threshold: -0.000_000_1 } }, /^parameters.threshold: must be at least 0$/],
    [{ parameters: { threshold: '5' } }, /^parameters.threshold: must be a number$/],
    [{ parameters: { threshold: null } }, /^parameters.threshold: must not be null$/],
    [{ parameters: { limit: 5 } }, /^unknown field parameters.limit$/],
    [{ parameters: {} }, /^parameters.threshold: is required by alert template USAGE_THRESHOLD$/],
    [{ parameters: undefined }, /^parameters.threshold: is required by alert template USAGE_THRESHOLD$/],
    [{ entityDetails: {} }, /^entityDetails.usageMeterId: is required by alert template USAGE_THRESHOLD$/],
    [{ entityDetails: { meter: 'x' } }, /^unknown field entityDetails.meter$/],
    [{ entityDetails: { usageMeterId: '' } }, /^entityDetails.usageMeterId: must not be empty$/],
    [{ ownerDetails: { accountId: null } }, /^ownerDetails.accountId: must be a string$/],
    [{ ownerDetails: { customerId: 'x' } }, /^unknown field ownerDetails.customerId$/],
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
      'entityDetails.featureId: is not a member for alert template USAGE_THRESHOLD; this ' +
        'template takes usageMeterId',
    );
    const owned = await create({
      alertTemplateId: 'UNPROCESSED_EVENTS',
      ...{ entityDetails: {}, ownerDetails: { accountId: 'one' } },
    });
    expect(owned.body.message).toBe(
      'ownerDetails.accountId: is not a member for alert template UNPROCESSED_EVENTS; this template ' +
        'takes no ownerDetails',
    );
  });

  it('400 for an archived account', async () => {
    const { status, headers } = await create({ ownerDetails: { accountId: 'gone' } });
    expect([status, headers['error-code']]).toEqual([400, 'ACCOUNT_ARCHIVED']);
  });

  it.each([
    ['alertTemplateId', () => ({ alertTemplateId: 'WALLET' }), 'ALERT_TEMPLATE_NOT_FOUND'],
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
      'featureId',
      () => ({
        alertTemplateId: 'ENTITLEMENT_BALANCE',
        ...{ entityDetails: { featureId: 'nobody' }, ownerDetails: { accountId: 'one' } },
      }),
      'FEATURE_NOT_FOUND',
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

  const one = { accountId: 'one' };
  it.each<[string, () => object, object, object | undefined, object | undefined]>([
    // template              entity                            owner  sent               shown
    ['UNPROCESSED_EVENTS', () => ({}), {}, undefined, { threshold: 1 }],
    ['UNPROCESSED_EVENTS', () => ({}), {}, {}, { threshold: 1 }],
    ['UNMATCHED_EVENTS', () => ({}), {}, undefined, { threshold: 1 }],
    ['UNMATCHED_EVENTS', () => ({ eventSchemaName: 'calls' }), {}, { threshold: 9 }, undefined],
    ['UNPROCESSED_EVENTS', () => ({ eventSchemaName: 'calls' }), {}, { threshold: 0.5 }, undefined],
    ['REVENUE_THRESHOLD', () => ({ billableId: meter }), one, { threshold: 1 }, undefined],
    ['REVENUE_THRESHOLD', () => ({ billableId: fee }), {}, { threshold: 1 }, undefined],
    ['REVENUE_THRESHOLD', () => ({}), {}, { threshold: 1 }, undefined],
    ['CREDIT_BALANCE', () => ({}), one, { threshold: 1 }, undefined],
    ['CREDIT_BALANCE', () => ({}), {}, { threshold: 1 }, undefined],
    ['ENTITLEMENT_BALANCE', () => ({ featureId: feature }), one, { threshold: 1 }, undefined],
    ['WALLET_BALANCE', () => ({}), one, { threshold: 1 }, undefined],
    ['INVOICE_DUE', () => ({}), {}, { daysBefore: 0 }, undefined],
    ['INVOICE_DUE', () => ({}), one, { daysBefore: 365 }, undefined],
    ['INVOICE_OVERDUE', () => ({}), one, { daysAfter: 0 }, undefined],
    ['INVOICE_OVERDUE', () => ({}), {}, { daysAfter: 365 }, undefined],
  ])('200 for %s', async (alertTemplateId, entity, ownerDetails, parameters, shown = parameters) => {
    const { body } = await create({ alertTemplateId, entityDetails: entity(), ownerDetails, parameters });
    expect(body).toMatchObject({ alertTemplateId, entityDetails: entity(), ownerDetails, parameters: shown });
  });

  it.each([
    // template              details and parameters                                   message
    ['ENTITLEMENT_BALANCE', { entityDetails: { featureId: 'f' } }, 'ownerDetails.accountId: is required by'],
    ['ENTITLEMENT_BALANCE', { ownerDetails: one }, 'entityDetails.featureId: is required by'],
    ['WALLET_BALANCE', {}, 'ownerDetails.accountId: is required by'],
    ['CREDIT_BALANCE', { parameters: {} }, 'parameters.threshold: is required by'],
    [
      'CREDIT_BALANCE',
      { entityDetails: { billableId: 'b' } },
      'entityDetails.billableId: is not a member for alert template',
    ],
    ['INVOICE_DUE', {}, 'parameters.threshold: is not a member for alert template'],
    [
      'INVOICE_DUE',
      { parameters: { daysAfter: 1 } },
      'parameters.daysAfter: is not a member for alert template',
    ],
    ['INVOICE_DUE', { parameters: {} }, 'parameters.daysBefore: is required by'],
    ['INVOICE_DUE', { parameters: { daysBefore: -1 } }, 'parameters.daysBefore: must be at least 0'],
    ['INVOICE_DUE', { parameters: { daysBefore: 366 } }, 'parameters.daysBefore: must be at most 365'],
    ['INVOICE_OVERDUE', { parameters: { daysAfter: 366 } }, 'parameters.daysAfter: must be at most 365'],
    ['INVOICE_OVERDUE', { parameters: { daysAfter: 0.5 } }, 'parameters.daysAfter: must be an integer'],
    [
      'UNPROCESSED_EVENTS',
      { parameters: { daysAfter: 1 } },
      'parameters.daysAfter: is not a member for alert template',
    ],
  ])('400 for %s with %j', async (alertTemplateId, members, message) => {
    const { status, body } = await create({ alertTemplateId, entityDetails: {}, ...members });
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('200 and 403 at the portal: an alert of a granted account, and no other', async () => {
    const access = { accountIds: ['elsewhere'], mode: 'WRITE' as const };
    await addContact(service.sandbox, { customer: 'customer-elsewhere', email: 'ann@x.y', access });
    const account = { id: 'hidden', name: 'Hidden', customerId: 'customer-elsewhere' };
    await service.sandbox.must.post('/accounts', account);
    await openAccount(service.sandbox, 'stranger');
    const entered = { caller: service.sandbox, organization: 'default', email: 'ann@x.y' };
    const portal = await enterPortal(service, entered);
    const request = (ownerDetails: object) => {
      const alert = { alertTemplateId: 'CREDIT_BALANCE', interval: 30, status: 'ACTIVE', ownerDetails };
      return portal.post('/alerts', { ...alert, parameters: { threshold: 1 } });
    };
    const { status, body } = await request({ accountId: 'elsewhere' });
    expect([status, body.ownerDetails]).toEqual([200, { accountId: 'elsewhere' }]);
    expect((await request({})).status).toBe(403);
    expect((await request({ accountId: 'hidden' })).status).toBe(403);
    expect((await request({ accountId: 'stranger' })).status).toBe(404);
    expect((await portal.patch(`/alerts/${body.id}`, { interval: 60 })).body.version).toBe(2);
    const others = await createAlert(service.sandbox, { alertTemplateId: 'UNPROCESSED_EVENTS' });
    expect((await portal.patch(`/alerts/${others}`, { interval: 60 })).status).toBe(404);
  });
});
