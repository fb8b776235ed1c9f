import { beforeAll, describe, expect, it } from 'vitest';
import { closeIncident, createAlert, listIncidents, usageAlert } from '#test/alert-scenario.ts';
import { sellUsage } from '#test/billing-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
let first: string;
let second: string;
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(sandbox, 'calls');
  first = await createAlert(sandbox, usageAlert({ meter, threshold: 0 }));
  await sandbox.setClock('2030-01-01T00:30:00Z');
  await closeIncident(sandbox, (await listIncidents(sandbox, first))[0].id);
  await sandbox.must.patch(`/alerts/${first}`, { interval: 60 });
  second = await createAlert(sandbox, usageAlert({ meter, threshold: 0 }));
  await sandbox.setClock('2030-01-01T01:00:00Z');
  await sandbox.must.patch(`/alerts/${second}`, { status: 'INACTIVE' });
});

const shown = ({ data }: Reply['body']) =>
  data.map((incident: Reply['body']) => {
    const { alertId, alertVersion, status } = incident;
    return `${alertId === first ? 'first' : 'second'} v${alertVersion} ${status}`;
  });

describe('GET /incidents', () => {
  it('200 and the newest first', async () => {
    const { data, nextToken } = await service.sandbox.must.get('/incidents');
    expect(data.map(({ createdAt }: { createdAt: string }) => createdAt.slice(11, 16))).toEqual([
      ...['01:00', '01:00', '00:30'],
    ]);
    expect(nextToken).toBeNull();
  });

  it.each([
    ['status=ACTIVE', () => '', ['first v2 ACTIVE']],
    ['status=CLOSED', () => `&alert_id=${first}`, ['first v1 CLOSED']],
    ['alert_id=', () => first, ['first v2 ACTIVE', 'first v1 CLOSED']],
    ['alert_id=', () => second, ['second v1 CLOSED']],
    ['alert_id=nobody', () => '', []],
  ])('200 for ?%s', async (query, rest, expected) => {
    expect(shown(await service.sandbox.must.get(`/incidents?${query}${rest()}`))).toEqual(expected);
  });

  it('200 page by page, with the filter carried by the token', async () => {
    const page = await service.sandbox.must.get(`/incidents?alert_id=${first}&pageSize=1`);
    expect(shown(page)).toEqual(['first v2 ACTIVE']);
    const next = await service.sandbox.must.get(`/incidents?nextToken=${page.nextToken}`);
    expect([shown(next), next.nextToken]).toEqual([['first v1 CLOSED'], null]);
  });

  it.each([
    ['status=OPEN', 'status: must be one of ACTIVE, CLOSED'],
    ['pageSize=101', 'pageSize: must be a whole number from 1 to 100'],
    ['_sort=status', '_sort: cannot sort by status; use created_at, id'],
  ])('400 for ?%s', async (query, message) => {
    const { status, body } = await service.sandbox.get(`/incidents?${query}`);
    expect([status, body]).toEqual([400, { message }]);
  });
});
