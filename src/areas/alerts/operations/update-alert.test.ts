import { beforeAll, describe, expect, it } from 'vitest';
import { createAlert, incidentLines, usageAlert } from '#test/alert-scenario.ts';
import { openAccount, sellUsage } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let meter: string;
beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  meter = await sellUsage(service.sandbox, 'calls');
});

const create = (members: object = {}) =>
  createAlert(service.sandbox, { ...usageAlert({ meter, threshold: 1 }), interval: '60', ...members });
const update = (id: string, body?: unknown) => service.sandbox.patch(`/alerts/${id}`, body);

describe('PATCH /alerts/{alert_id}', () => {
  it.each([
    // sent                           version  shown
    [{ interval: 120 }, 2, { interval: 120, cronInterval: '0 */2 * * *' }],
    [{ interval: 'PT30M' }, 2, { interval: 30 }],
    [{ validity: 60 }, 2, { validity: 60 }],
    [{ parameters: { threshold: 2.5 } }, 2, { parameters: { threshold: 2.5 } }],
    [{ interval: '60', validity: null, parameters: { threshold: 1 } }, 1, { interval: 60 }],
    [{ description: 'words' }, 1, { description: 'words' }],
    [{ status: 'INACTIVE' }, 1, { status: 'INACTIVE' }],
    [{ status: 'ACTIVE' }, 1, { status: 'ACTIVE' }],
    [{ status: 'INACTIVE', interval: 1440 }, 2, { status: 'INACTIVE', interval: 1440 }],
    [{}, 1, {}],
  ])('200 for %j and version %i', async (sent, version, shown) => {
    const id = await create();
    const { status, body } = await update(id, sent);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, version, ...shown });
    expect(await service.sandbox.must.get(`/ext/v1/alerts/${id}`)).toEqual(body);
  });

  it('200 without a body', async () => {
    const id = await create();
    expect((await update(id)).body).toMatchObject({ id, version: 1 });
  });

  it('200 and null clears what is optional', async () => {
    const id = await create({ description: 'words', validity: 600 });
    const { body } = await update(id, { description: null, validity: null });
    expect(body).toMatchObject({ validity: null, version: 2 });
    expect(body).not.toHaveProperty('description');
  });

  it('200 and INACTIVE closes the open incident, ACTIVE is checked at the next tick', async () => {
    const { sandbox } = service;
    const id = await create({ interval: '30', parameters: { threshold: 0 } });
    await sandbox.setClock('2030-01-01T00:30:00Z');
    await update(id, { status: 'INACTIVE' });
    const closed = '01-01T00:30 CLOSED v1 0 checked 01-01T00:30 until 02-01T00:00';
    expect(await incidentLines(sandbox, id)).toEqual([closed]);
    await sandbox.setClock('2030-01-01T01:10:00Z');
    await update(id, { status: 'ACTIVE' });
    await sandbox.settle();
    expect(await incidentLines(sandbox, id)).toEqual([closed]);
    await sandbox.setClock('2030-01-01T01:30:00Z');
    expect(await incidentLines(sandbox, id)).toEqual([
      closed,
      '01-01T01:30 ACTIVE v1 0 checked 01-01T01:30 until 02-01T00:00',
    ]);
  });

  it('200 and a validity that has elapsed ends the alert', async () => {
    const { sandbox } = service;
    await sandbox.setClock('2030-01-01T02:00:00Z');
    const id = await create({ parameters: { threshold: 0 } });
    await sandbox.setClock('2030-01-01T04:00:00Z');
    await update(id, { validity: 120 });
    await sandbox.settle();
    const { status, version } = await sandbox.must.get(`/ext/v1/alerts/${id}`);
    expect([status, version]).toEqual(['INACTIVE', 2]);
    expect((await incidentLines(sandbox, id)).map((line) => line.slice(12, 18))).toEqual(['CLOSED']);
  });

  it.each([
    [{ validity: 59 }, 'validity: must be at least as long as the interval, 60 minutes'],
    [{ interval: 1440, validity: 1439 }, 'validity: must be at least as long as the interval, 1440 minutes'],
    [{ validity: 0 }, 'validity: must be at least 1'],
    [{ interval: 59 }, expect.stringMatching(/^interval: must be one of 30, 60/)],
    [{ interval: null }, 'interval: must be a string or integer'],
    [{ status: null }, expect.stringMatching(/^status: must be/)],
    [{ status: 'CLOSED' }, 'status: must be one of ACTIVE, INACTIVE'],
    [{ parameters: null }, 'parameters: must be an object'],
    [{ parameters: {} }, 'parameters.threshold: is required by alert template USAGE_THRESHOLD'],
    [
      { parameters: { threshold: 1, daysAfter: 1 } },
      'parameters.daysAfter: is not a member for alert template USAGE_THRESHOLD; this template takes ' +
        'threshold',
    ],
    [{ alertTemplateId: 'REVENUE_THRESHOLD' }, 'unknown field alertTemplateId'],
    [{ ownerDetails: {} }, 'unknown field ownerDetails'],
  ])('400 for %j', async (sent, message) => {
    const id = await create();
    const { status, body } = await update(id, sent);
    expect([status, body.message]).toEqual([400, message]);
    expect((await service.sandbox.must.get(`/ext/v1/alerts/${id}`)).version).toBe(1);
  });

  it('400 when the account was archived meanwhile', async () => {
    await openAccount(service.sandbox, 'leaver');
    const id = await create({ ownerDetails: { accountId: 'leaver' }, status: 'INACTIVE' });
    await service.sandbox.must.delete('/accounts/leaver');
    const { status, headers } = await update(id, { status: 'ACTIVE' });
    expect([status, headers['error-code']]).toEqual([400, 'ACCOUNT_ARCHIVED']);
    expect((await update(id, { description: 'archived' })).status).toBe(200);
  });

  it('404 for an id that nobody has', async () => {
    const { status, body } = await update('alert.nobody', { status: 'ACTIVE' });
    expect([status, body]).toEqual([404, { message: 'alert alert.nobody not found' }]);
  });
});
