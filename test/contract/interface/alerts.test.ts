import { beforeAll, describe, expect, it } from 'vitest';
import { listIncidents } from '#test/alert-scenario.ts';
import { openAccount, sellUsage, use } from '#test/billing-scenario.ts';
import { anInstant, expectBorders, expectRejected, expectRequired } from '#test/borders.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/** Alert, Incident, their states and endpoints. Incidents come from usage that was really sent. */
const service = useService();
let client: Client;
let meter: string;
beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  meter = await sellUsage(client, 'calls');
  await openAccount(client, 'acme');
});

const ALERT = () => ({
  alertTemplateId: 'USAGE_THRESHOLD',
  interval: '60',
  entityDetails: { usageMeterId: meter },
  ownerDetails: { accountId: 'acme' },
  parameters: { threshold: 10 },
  status: 'ACTIVE',
});
const send = (members: Record<string, unknown>) => client.post('/alerts', { ...ALERT(), ...members });
const must = async (members: Record<string, unknown> = {}) => {
  const { status, body, text } = await send(members);
  expect([status, text]).toEqual([200, text]);
  return body;
};

describe('the request of an alert', () => {
  it('alertTemplateId: a string, of a template that is there', async () => {
    await expectRequired(send, ['alertTemplateId']);
    await expectBorders(send, 'alertTemplateId', {
      fits: ['USAGE_THRESHOLD'],
      rejected: [[7, 'alertTemplateId: must be a string']],
    });
    expectRejected(await send({ alertTemplateId: 'WEATHER' }), 404, /WEATHER not found/);
  });

  it('interval: a string of minutes, 30 or a multiple that divides a day', async () => {
    await expectRequired(send, ['interval']);
    await expectBorders(send, 'interval', {
      fits: ['30', '60', '1440'],
      rejected: ['29', '31', '1441', '15', 'hourly'].map(
        (interval) => [interval, /^interval: must be one of 30, 60, 120, .*1440/] as const,
      ),
    });
  });

  it('entityDetails: an object with usageMeterId, a string', async () => {
    await expectBorders(send, 'entityDetails', {
      fits: [{ usageMeterId: meter }],
      rejected: [
        [{ usageMeterId: 7 }, 'entityDetails.usageMeterId: must be a string'],
        [{}, /usageMeterId/],
        [undefined, /usageMeterId/],
        [{ usageMeterId: meter, colour: 'red' }, 'unknown field entityDetails.colour'],
      ],
    });
    expectRejected(
      await send({ entityDetails: { usageMeterId: 'um.none' } }),
      404,
      'usage meter um.none not found',
    );
  });

  it('ownerDetails: an object with accountId, a string; without it all accounts are watched', async () => {
    await expectBorders(send, 'ownerDetails', {
      fits: [{ accountId: 'acme' }, {}, undefined],
      rejected: [
        [{ accountId: 7 }, 'ownerDetails.accountId: must be a string'],
        [{ customerId: 'x' }, 'unknown field ownerDetails.customerId'],
      ],
    });
    expectRejected(await send({ ownerDetails: { accountId: 'nobody' } }), 404, 'account nobody not found');
  });

  it('parameters: an object with threshold, a number', async () => {
    await expectBorders(send, 'parameters', {
      fits: [{ threshold: 0 }, { threshold: 0.1 }, { threshold: 1e9 }],
      rejected: [
        [{ threshold: '10' }, 'parameters.threshold: must be a number'],
        [{ threshold: -1 }, 'parameters.threshold: must be at least 0'],
        [{}, /threshold/],
      ],
    });
  });

  it('status: ACTIVE or INACTIVE', async () => {
    await expectRequired(send, ['status']);
    await expectBorders(send, 'status', {
      fits: ['ACTIVE', 'INACTIVE'],
      rejected: [
        ['active', 'status: must be one of ACTIVE, INACTIVE'],
        ['CLOSED', 'status: must be one of ACTIVE, INACTIVE'],
      ],
    });
  });

  it('validity: minutes, null is forever', async () => {
    expect((await must({ validity: null })).validity).toBeNull();
    expect((await must({})).validity).toBeNull();
    expect((await must({ validity: 60 })).validity).toBe(60);
    await expectBorders(send, 'validity', {
      fits: [60],
      rejected: [
        [0, 'validity: must be at least 1'],
        [-1, 'validity: must be at least 1'],
        [59, /^validity: must be at least/],
        [60.5, /^validity: must be an integer/],
      ],
    });
  });
});

describe('the alert in the response', () => {
  it('has every member of the document', async () => {
    const body = await must({ description: 'Many calls', validity: 120 });
    expect(body).toMatchObject({
      id: expect.any(String),
      alertId: body.id,
      alertTemplateId: 'USAGE_THRESHOLD',
      version: 1,
      description: 'Many calls',
      cronInterval: '0 * * * *',
      ownerDetails: { accountId: 'acme' },
      entityDetails: { usageMeterId: meter },
      parameters: { threshold: 10 },
      status: 'ACTIVE',
      validity: 120,
      createdAt: anInstant,
      updatedAt: anInstant,
    });
  });

  it('version: an integer, one more with each change of what is watched', async () => {
    const { id, version } = await must();
    const next = await client.must.patch(`/alerts/${id}`, { parameters: { threshold: 20 } });
    const same = await client.must.patch(`/alerts/${id}`, { description: 'Only words' });
    expect([version, next.version, same.version]).toEqual([1, 2, 2]);
  });

  it('is ACTIVE or INACTIVE, and moves both ways', async () => {
    const { id } = await must();
    const moved = [];
    for (const status of ['INACTIVE', 'ACTIVE', 'INACTIVE'])
      moved.push((await client.must.patch(`/alerts/${id}`, { status })).status);
    expect(moved).toEqual(['INACTIVE', 'ACTIVE', 'INACTIVE']);
    expectRejected(
      await client.patch(`/alerts/${id}`, { status: 'CLOSED' }),
      400,
      'status: must be one of ACTIVE, INACTIVE',
    );
  });
});

describe('an incident', () => {
  let alert: Reply['body'];
  let incident: Reply['body'];
  beforeAll(async () => {
    alert = await must({ parameters: { threshold: 10 }, validity: 44_640 });
    await use(client, { meter: 'calls', account: 'acme', at: '2030-01-01T00:00:00Z', amount: '9.5' });
    await client.setClock('2030-01-01T01:00:00Z');
    expect(await listIncidents(client, alert.id)).toEqual([]);
    await use(client, { meter: 'calls', account: 'acme', at: '2030-01-01T01:00:00Z', amount: '0.5' });
    await client.setClock('2030-01-01T02:00:00Z');
    [incident] = await listIncidents(client, alert.id);
  });

  it('comes when the threshold is reached, with every member of the document', async () => {
    expect(incident).toEqual({
      id: expect.any(String),
      alertId: alert.id,
      alertVersion: 1,
      alertTemplateId: 'USAGE_THRESHOLD',
      status: 'ACTIVE',
      validUntil: anInstant,
      reportData: { usageValue: 10 },
      createdAt: '2030-01-01T02:00:00.000Z',
      updatedAt: '2030-01-01T02:00:00.000Z',
      lastCheckedAt: '2030-01-01T02:00:00.000Z',
    });
  });

  it('alertVersion is the version of the alert that raised it', async () => {
    const { id } = await must({ parameters: { threshold: 1 } });
    await client.must.patch(`/alerts/${id}`, { parameters: { threshold: 2 } });
    await client.setClock('2030-01-01T03:00:00Z');
    const [raised] = await listIncidents(client, id);
    expect([raised.alertVersion, Number.isInteger(raised.alertVersion)]).toEqual([2, true]);
  });

  it('the last checked time follows the checks', async () => {
    await client.setClock('2030-01-01T04:00:00Z');
    const { lastCheckedAt, createdAt } = await client.must.get(`/incidents/${incident.id}`);
    expect([lastCheckedAt, createdAt]).toEqual(['2030-01-01T04:00:00.000Z', '2030-01-01T02:00:00.000Z']);
  });

  it('PUT with status CLOSED takes it from ACTIVE to CLOSED, and returns the updated incident', async () => {
    expect((await client.must.get(`/incidents/${incident.id}`)).status).toBe('ACTIVE');
    const { status, body } = await client.put(`/incidents/${incident.id}/status`, { status: 'CLOSED' });
    expect([status, body.status, body.updatedAt]).toEqual([200, 'CLOSED', '2030-01-01T04:00:00.000Z']);
    expect(await client.must.get(`/incidents/${incident.id}`)).toEqual(body);
  });

  it('status: CLOSED is the only one that PUT takes', async () => {
    const put = (members: Record<string, unknown>) => client.put(`/incidents/${incident.id}/status`, members);
    await expectRequired(put, ['status']);
    await expectBorders(put, 'status', {
      fits: ['CLOSED'],
      rejected: [
        ['ACTIVE', 'status: must be one of CLOSED'],
        ['closed', 'status: must be one of CLOSED'],
      ],
    });
    expectRejected(
      await client.put('/incidents/incident.x/status', { status: 'CLOSED' }),
      404,
      /incident\.x not found$/,
    );
  });
});
