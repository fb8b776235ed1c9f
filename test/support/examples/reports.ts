import type { QueryInput } from '#areas/reports/schema.ts';
import { insertReport, updateReport } from '#areas/reports/store/reports.ts';
import { newId } from '#platform/ids.ts';
import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { asSandbox } from '../metering-scenario.ts';
import type { Client, Service } from '../running-app.ts';

const month: QueryInput['selects'][number] = {
  ...{ columnName: 'revenue_time', alias: 'month' },
  functions: [{ name: 'date_trunc', args: ['month'] }],
};
const owner = { dataSource: 'revenue', columnName: 'account_id', alias: 'account' };
export const QUERY_INPUT: QueryInput = {
  selects: [month, owner, { columnName: 'revenue_invoice_currency', aggregator: 'sum' }],
  queryFilters: [{ column: { columnName: 'currency' }, operator: 'in', args: ['USD', 'EUR'] }],
  baseDataSource: 'revenue',
  sort: [
    { column: month, sortOrder: 'DESC' },
    { column: owner, sortOrder: 'ASC' },
  ],
  seekValues: ['2030-02-01T00:00:00Z', 'a1'],
  limit: 1000,
};

export const reportExamples: Record<string, (world: World) => ExampleRequest> = {
  listReports: () => ({ query: 'fetchFor=ALL' }),
  createReport: ({ ids }) => ({
    body: {
      ...{ name: 'Revenue', queryInput: QUERY_INPUT, accountId: ids.account_id },
      ...{ startTime: '2030-01-01T00:00:00Z', endTime: '2030-02-01T00:00:00Z' },
    },
  }),
  previewReport: () => ({
    body: {
      reportTemplateId: 'REVENUE_BY_CUSTOMER',
      ...{ startTime: '2030-01-01T00:00:00Z', endTime: '2030-02-01T00:00:00Z' },
    },
  }),
  createReportTemplate: () => ({
    body: { name: 'Revenue', queryInput: QUERY_INPUT, schedule: { frequency: 'DAILY' } },
  }),
  updateReportTemplate: () => ({
    body: { name: 'Revenue', queryInput: QUERY_INPUT, schedule: { frequency: 'MONTHLY' } },
  }),
};

export const makeTemplate = (client: Client, name: string) =>
  client.must.post('/ext/v1/report_templates', { name, queryInput: QUERY_INPUT });

/** A failed report: a running one would count towards the limit of five. */
export function keepReport(
  service: Service,
  organization: string,
  accountId: string | null,
): Promise<string> {
  const now = Temporal.Instant.from('2030-01-01T00:00:00Z');
  return asSandbox(
    service,
    async (tx, org) => {
      const { id } = await insertReport(tx, org, {
        ...{ id: newId('report', now), name: 'Revenue', accountId, type: 'QUERY', reportTemplateId: null },
        ...{ queryInput: QUERY_INPUT, startAt: null, endAt: null, createdAt: now, updatedAt: now },
      });
      await updateReport(tx, org, { id, set: { status: 'FAILED', failure: 'it takes over 60 seconds' } });
      return id;
    },
    organization,
  );
}

/** Two of each. */
export async function keepReports(
  service: Service,
  client: Client,
  { organization, accountId }: { organization: string; accountId: string },
): Promise<{ report_id: string; report_template_id: string }> {
  await makeTemplate(client, 'first');
  const template = await makeTemplate(client, 'second');
  await keepReport(service, organization, accountId);
  await keepReport(service, organization, null);
  return { report_id: await keepReport(service, organization, null), report_template_id: template.id };
}
