import { beforeAll, describe, expect, it } from 'vitest';
import {
  editTimeline,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { fileOf, linesOf, makeReport } from '#test/report-scenario.ts';
import { useService } from '#test/running-app.ts';

/*
 * Accounts a1 in USD and e1 in EUR, whose monthly fee is 30, and 2 for each ride; net terms of 10 days. Rides
 * are 5 of a1 in January. So a1 owes 40 for January, due on 11 February, 30 for February, due on 11 March,
 * and 30 for March, due on 11 April; e1 the same without rides. From 1 January a1 has a credit of 12, which
 * pays nothing, as it is for another thing, and e1 one of 7 without an end.
 */
const service = useService();
let ride: string;
let fee: string;

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  await sandbox.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.25 });
  [ride, fee] = [await sellUsage(sandbox, 'ride'), await sellFee(sandbox, 'fee')];
  const other = await sellFee(sandbox, 'other');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 2 }] };
  for (const [account, currency] of [
    ['a1', 'USD'],
    ['e1', 'EUR'],
  ] as const) {
    await openAccount(sandbox, account, { invoiceCurrency: currency, netTermDays: 10 });
    const planId = await publishPlan(sandbox, {
      ...{ name: `plan ${currency}`, currency },
      cards: [
        { type: 'USAGE', billableId: ride, usage },
        { type: 'FIXED_FEE', billableId: fee, fee: { rate: 30 } },
      ],
    });
    await editTimeline(sandbox, account, [{ planId, from: '2030-01-01' }]);
  }
  const credit = { purpose: '=1+1', effectiveFrom: '2030-01-01', priority: 1, applicableEntityIds: [other] };
  await sandbox.must.post('/credits', {
    creditRequests: [
      { ...credit, accountId: 'a1', creditAmount: 12, effectiveUntil: '2030-12-31' },
      { ...credit, accountId: 'e1', creditAmount: 7, purpose: 'welcome' },
    ],
  });
  await sandbox.setClock('2030-01-20T00:00:00Z');
  await use(sandbox, { meter: 'ride', account: 'a1', at: '2030-01-19T10:00:00Z', amount: '5' });
  await use(sandbox, { meter: 'ride', account: 'nobody', at: '2030-01-19T10:00:00Z', amount: '1' });
});

const WHOSE = 'account | account name | customer | customer name';
const whose = (id: string) => `${id} | Account ${id} | customer-${id} | Customer ${id}`;
const lines = (body: object) => linesOf(service, service.sandbox, body);

describe('receivables by age', () => {
  const AGED = [
    'account or group',
    'name',
    'customer',
    'customer name',
    'invoice',
    'currency',
    'due',
    'open',
    'days overdue',
    'not due',
  ];
  const HEADER = [...AGED, '1 to 30 days', '31 to 60 days', '61 to 90 days', 'over 90 days'].join(' | ');

  it('are as counted by hand on each day', async () => {
    const { sandbox } = service;
    await sandbox.setClock('2030-02-11T12:00:00Z'); // the day on which January is due: not overdue
    expect(await lines({ reportTemplateId: 'RECEIVABLES_AGING' })).toEqual([
      HEADER,
      `${whose('a1')} | 2030-02-0001 | USD | 2030-02-11T23:59:59.999Z | 40 | 0 | 40 | 0 | 0 | 0 | 0`,
      `${whose('e1')} | 2030-02-0002 | EUR | 2030-02-11T23:59:59.999Z | 30 | 0 | 30 | 0 | 0 | 0 | 0`,
    ]);
    await sandbox.setClock('2030-03-13T12:00:00Z'); // 30 days after 11 February, 2 after 11 March
    expect((await lines({ reportTemplateId: 'RECEIVABLES_AGING', accountId: 'a1' })).slice(1)).toEqual([
      `${whose('a1')} | 2030-02-0001 | USD | 2030-02-11T23:59:59.999Z | 40 | 30 | 0 | 40 | 0 | 0 | 0`,
      `${whose('a1')} | 2030-03-0003 | USD | 2030-03-11T23:59:59.999Z | 30 | 2 | 0 | 30 | 0 | 0 | 0`,
    ]);
    await sandbox.setClock('2030-04-13T12:00:00Z'); // 61, 33 and 2 days
    expect((await lines({ reportTemplateId: 'RECEIVABLES_AGING', accountId: 'a1' })).slice(1)).toEqual([
      `${whose('a1')} | 2030-02-0001 | USD | 2030-02-11T23:59:59.999Z | 40 | 61 | 0 | 0 | 0 | 40 | 0`,
      `${whose('a1')} | 2030-03-0003 | USD | 2030-03-11T23:59:59.999Z | 30 | 33 | 0 | 0 | 30 | 0 | 0`,
      `${whose('a1')} | 2030-04-0005 | USD | 2030-04-11T23:59:59.999Z | 30 | 2 | 0 | 30 | 0 | 0 | 0`,
    ]);
  });

  it('are added up by account', async () => {
    const sum = (columnName: string) => ({ columnName, aggregator: 'sum' });
    const sums = ['open_amount', 'not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'days_over_90'].map(sum);
    const owner = { columnName: 'owner_id' };
    const selects = [owner, { columnName: 'currency' }, ...sums];
    const sort = [{ column: owner, sortOrder: 'DESC' }];
    const queryInput = { selects, sort, baseDataSource: 'receivables', limit: 10 };
    expect(await lines({ name: 'aged', queryInput })).toEqual([
      'owner_id | currency | open_amount | not_due | days_1_30 | days_31_60 | days_61_90 | days_over_90',
      'e1 | EUR | 90 | 0 | 30 | 30 | 30 | 0',
      'a1 | USD | 100 | 0 | 30 | 30 | 40 | 0',
    ]);
  });
});

describe('built-in reports', () => {
  it('revenue is what issued invoices charge, in both currencies', async () => {
    const range = { startTime: '2030-01-01T00:00:00Z', endTime: '2030-03-01T00:00:00Z' };
    const found = await lines({ reportTemplateId: 'REVENUE', ...range });
    const months = ['2030-01-01T00:00:00.000Z', '2030-02-01T00:00:00.000Z'];
    const expected = months.flatMap((month, index) => [
      `${month} | ${whose('a1')} | ${fee} | fee | USD | 30 | 30`,
      `${month} | ${whose('a1')} | ${ride} | ride | USD | ${index === 0 ? '10 | 10' : '0 | 0'}`,
      `${month} | ${whose('e1')} | ${fee} | fee | EUR | 30 | 37.5`,
      `${month} | ${whose('e1')} | ${ride} | ride | EUR | 0 | 0`,
    ]);
    expect(found[0]).toBe(
      `month | ${WHOSE} | billable | billable name | currency | revenue | revenue in the base currency`,
    );
    expect(found.slice(1).sort()).toEqual(expected.sort());
  });

  it('revenue of a month is converted by the rate of its time, also one that is mended', async () => {
    const { sandbox } = service;
    const range = { startTime: '2030-01-01T00:00:00Z', endTime: '2030-03-01T00:00:00Z' };
    const euro = async () =>
      (await lines({ reportTemplateId: 'REVENUE', accountId: 'e1', ...range }))
        .filter((line) => line.includes(fee))
        .map((line) => line.split(' | ').at(-1));
    // Links to PDFs are made for each response.
    const listIssued = async () =>
      (await listInvoices(sandbox, 'e1')).map(({ pdfUrl: _link, ...invoice }) => invoice);
    const issued = await listIssued();
    expect(await euro()).toEqual(['37.5', '37.5']); // 30 × 1.25
    const rates = '/ext/v1/organization/currencies/EUR/rates';
    await sandbox.must.post(rates, { rate: 2, effectiveFrom: '2030-02-01' });
    await sandbox.must.post(rates, { rate: 9, effectiveFrom: '2030-03-01' });
    expect(await euro()).toEqual(['37.5', '60']); //   February begins on its 1st: 30 × 2
    const { results } = await sandbox.must.post('/metrics', {
      ...{ startTime: '2030-01-01T00:00:00Z', endTime: '2030-03-01T00:00:00Z' },
      metricQueries: [
        {
          ...{ id: 'q', name: 'REVENUE', aggregationPeriod: 'MONTH', groupBy: 'ACCOUNT_ID' },
          filters: [{ fieldName: 'ACCOUNT_ID', fieldValues: ['e1'] }],
        },
      ],
    });
    expect(results[0].data[0].metricValues).toEqual([37.5, 60]);
    expect(await listIssued()).toEqual(issued);
  });

  it('usage is what events came to', async () => {
    expect(await lines({ reportTemplateId: 'USAGE' })).toEqual([
      `month | ${WHOSE} | billable | billable name | units`,
      `2030-01-01T00:00:00.000Z | ${whose('a1')} | ${ride} | ride | 5`,
    ]);
  });

  it('credits are what remains of them, and a purpose is no formula', async () => {
    const [header, ...found] = await lines({ reportTemplateId: 'CREDIT_LIABILITY' });
    expect(header).toBe(
      `${WHOSE} | credit | purpose | currency | last day | granted | consumed | held | remaining`,
    );
    expect(found.map((line) => line.replace(/cred\.\S+/, 'CREDIT'))).toEqual([
      `${whose('a1')} | CREDIT | '=1+1 | USD | 2030-12-31 | 12 | 0 | 0 | 12`,
      `${whose('e1')} | CREDIT | welcome | EUR |  | 7 | 0 | 0 | 7`,
    ]);
  });

  it('unprocessed events say why', async () => {
    const [, ...found] = await lines({ reportTemplateId: 'UNPROCESSED_EVENTS' });
    expect(found).toHaveLength(1);
    const times = '2030-01-19T10:00:00.000Z | 2030-01-20T00:00:00.000Z';
    // Nobody knows the account, so the event is of none.
    expect(found[0]).toMatch(/^event-\d+ \| ride( \| ){5}2030/);
    expect(found[0]).toContain(`| ${times} | INGESTION_FAILED_ACCOUNT_NOT_FOUND | no account has the id`);
  });
});

describe('a template with a schedule', () => {
  it('is of each month that has ended by the clock of the organization', async () => {
    const { sandbox } = service;
    await sandbox.must.patch('/ext/v1/organization', { timezone: 'America/New_York' });
    const account = { columnName: 'account_id' };
    const units = { columnName: 'usage_units', aggregator: 'sum' };
    const queryInput = { selects: [account, units], sort: [], baseDataSource: 'usage', limit: 10 };
    const schedule = { frequency: 'MONTHLY' };
    const made = await sandbox.must.post('/ext/v1/report_templates', { name: 'Usage', queryInput, schedule });
    expect(made.nextRunAt).toBe('2030-05-01T04:00:00.000Z');
    await sandbox.setClock('2030-05-01T03:59:59Z');
    const mine = async () =>
      (await sandbox.must.get('/reports?pageSize=100')).data.filter(
        ({ reportTemplateId }: { reportTemplateId?: string }) => reportTemplateId === made.id,
      );
    expect(await mine()).toEqual([]);
    await sandbox.setClock('2030-07-01T12:00:00Z');
    expect(
      (await mine()).map((each: Record<string, string>) => [each.status, each.startTime, each.endTime]),
    ).toEqual([
      ['COMPLETED', '2030-06-01T04:00:00.000Z', '2030-07-01T04:00:00.000Z'],
      ['COMPLETED', '2030-05-01T04:00:00.000Z', '2030-06-01T04:00:00.000Z'],
      ['COMPLETED', '2030-04-01T04:00:00.000Z', '2030-05-01T04:00:00.000Z'],
    ]);
    const [last] = await mine();
    const url = new URL(last.preSignedUrl);
    const { headers } = await service.app.server.inject({ url: url.pathname + url.search });
    expect(headers['content-disposition']).toBe('attachment; filename="Usage_2030-06-01_2030-07-01.csv"');
    await sandbox.must.delete(`/ext/v1/report_templates/${made.id}`);
    await sandbox.setClock('2030-08-02T00:00:00Z');
    expect(await mine()).toHaveLength(3);
  });
});

describe('the file of a report', () => {
  it('lives for 30 days', async () => {
    const { sandbox } = service;
    const report = await makeReport(sandbox, { reportTemplateId: 'USAGE', name: 'kept' });
    expect((await fileOf(service, report)).length).toBeGreaterThan(20);
    await sandbox.setClock('2030-08-31T23:59:59Z');
    const { fileId } = await sandbox.must.get(`/ext/v1/reports/${report.id}`);
    expect((await sandbox.get(`/files/${fileId}/download_url`)).status).toBe(200);
    await sandbox.setClock('2030-09-01T00:00:00Z');
    const after = await sandbox.must.get(`/ext/v1/reports/${report.id}`);
    expect(after).toMatchObject({ status: 'COMPLETED', fileId });
    expect(after).not.toHaveProperty('preSignedUrl');
    expect((await sandbox.get(`/files/${fileId}/download_url`)).status).toBe(404);
    expect((await sandbox.get(new URL(report.preSignedUrl).pathname)).status).not.toBe(200);
  });
});
