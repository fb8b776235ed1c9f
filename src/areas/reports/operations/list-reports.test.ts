import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { makeReport } from '#test/report-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  await openAccount(service.sandbox, 'a1');
  for (const name of ['one', 'two']) await makeReport(service.sandbox, { name, reportTemplateId: 'USAGE' });
  await openAccount(service.sandbox, 'a2');
  await makeReport(service.sandbox, { name: 'of a1', reportTemplateId: 'USAGE', accountId: 'a1' });
  await makeReport(service.sandbox, { name: 'of a2', reportTemplateId: 'REVENUE', accountId: 'a2' });
});

const names = async (query: string) => {
  const { status, body } = await service.sandbox.get(`/reports${query}`);
  return status === 200 ? body.data.map(({ name }: { name: string }) => name).sort() : status;
};

describe('GET /reports', () => {
  it.each([
    ['', ['of a1', 'of a2', 'one', 'two']],
    ['?fetchFor=ORGANIZATION', ['one', 'two']],
    ['?fetch_for=ORGANIZATION', ['one', 'two']],
    ['?fetchFor=ACCOUNTS', ['of a1', 'of a2']],
    ['?fetchFor=ALL', ['of a1', 'of a2', 'one', 'two']],
    ['?fetch_for=ALL', ['of a1', 'of a2', 'one', 'two']],
    ['?fetch_for=ACCOUNT:a1', ['of a1']],
    ['?fetchFor=ACCOUNT:a2', ['of a2']],
    ['?fetch_for=ACCOUNT:nobody', []],
    ['?account_id=a1', ['of a1']],
    ['?account_id=a1&fetch_for=ORGANIZATION', []],
    ['?account_id=a1,a2&fetchFor=TEMPLATE:USAGE', ['of a1']],
    ['?fetch_for=TEMPLATE:USAGE', ['of a1', 'one', 'two']],
    ['?fetch_for=ACCOUNT:a1,ORGANIZATION', ['of a1', 'one', 'two']],
    ['?fetch_for=ACCOUNTS&fetchFor=TEMPLATE:USAGE', ['of a1']],
    ['?fetch_for=all', 400],
    ['?fetch_for=ACCOUNT:', 400],
    ['?fetch_for=ACCOUNT', 400],
    ['?fetch_for=TEMPLATES:USAGE', 400],
    ['?fetch_for=ALL,x', 400],
    ['?fetchFor=all', 400],
    ['?pageSize=0', 400],
    ['?pageSize=101', 400],
    ['?nextToken=x', 400],
  ])('200 or 400 for %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('200 and page by page, as the first was requested', async () => {
    const first = await service.sandbox.must.get('/reports?fetchFor=ALL&pageSize=2');
    const rest = await service.sandbox.must.get(`/reports?nextToken=${first.nextToken}`);
    expect([...first.data, ...rest.data].map(({ name }) => name).sort()).toEqual([
      'of a1',
      'of a2',
      'one',
      'two',
    ]);
    expect(rest.nextToken).toBeNull();
  });

  it('200 and nothing of another environment', async () => {
    expect((await service.production.must.get('/reports?fetchFor=ALL')).data).toEqual([]);
  });
});
