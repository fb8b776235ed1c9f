import { beforeAll, describe, expect, it } from 'vitest';
import { createAlert, usageAlert } from '#test/alert-scenario.ts';
import { openAccount, sellUsage } from '#test/billing-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
const names = new Map<string, string>();

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(sandbox, 'calls');
  await openAccount(sandbox, 'one');
  const usage = usageAlert({ meter, threshold: 1 });
  const events = { alertTemplateId: 'UNPROCESSED_EVENTS' };
  const alerts: [string, Record<string, unknown>][] = [
    ['first', usage],
    ['of one', { ...usage, ownerDetails: { accountId: 'one' } }],
    ['stopped', { ...usage, ownerDetails: { accountId: 'one' }, status: 'INACTIVE' }],
    ['events', events],
  ];
  for (const [i, [name, terms]] of alerts.entries()) {
    await sandbox.setClock(`2030-01-01T00:0${i}:00Z`);
    names.set(await createAlert(sandbox, terms), name);
  }
});

const shown = ({ data }: Reply['body']) => data.map(({ id }: { id: string }) => names.get(id));

describe('GET /alerts', () => {
  it.each([
    // query                              alerts, the newest first
    ['', ['events', 'stopped', 'of one', 'first']],
    ['_sort=created_at', ['first', 'of one', 'stopped', 'events']],
    ['status=INACTIVE', ['stopped']],
    ['status=ACTIVE,INACTIVE&account_id=one', ['stopped', 'of one']],
    ['alert_template_id=UNPROCESSED_EVENTS', ['events']],
    ['alert_template_id=USAGE_THRESHOLD&account_id=one&status=ACTIVE', ['of one']],
    ['account_id=nobody', []],
  ])('200 for ?%s', async (query, expected) => {
    expect(shown(await service.sandbox.must.get(`/alerts?${query}`))).toEqual(expected);
  });

  it('200 page by page', async () => {
    const first = await service.sandbox.must.get('/alerts?pageSize=2&status=ACTIVE');
    expect(shown(first)).toEqual(['events', 'of one']);
    const second = await service.sandbox.must.get(`/alerts?nextToken=${first.nextToken}`);
    expect([shown(second), second.nextToken]).toEqual([['first'], null]);
    expect(Object.keys(second)).toEqual(['data', 'nextToken']);
  });

  it.each([
    ['status=EXPIRED', 'status: must be one of ACTIVE, INACTIVE'],
    ['alert_template_id=NONE', expect.stringMatching(/^alert_template_id: must be one of /)],
    ['pageSize=0', 'pageSize: must be a whole number from 1 to 100'],
    ['pageSize=101', 'pageSize: must be a whole number from 1 to 100'],
    ['_search=x', expect.stringMatching(/^unknown query parameter _search /)],
    ['_sort=version', '_sort: cannot sort by version; use created_at, id'],
  ])('400 for ?%s', async (query, message) => {
    const { status, body } = await service.sandbox.get(`/alerts?${query}`);
    expect([status, body]).toEqual([400, { message }]);
  });

  it('200 with pages of 20 unless it is said otherwise', async () => {
    for (let i = 0; i < 21; i++)
      await createAlert(service.production, { alertTemplateId: 'UNPROCESSED_EVENTS' });
    expect((await service.production.must.get('/alerts')).data).toHaveLength(20);
    expect((await service.production.must.get('/alerts?pageSize=100')).data).toHaveLength(21);
  });
});
