import { openAccount } from './billing-scenario.ts';
import type { Client, Reply } from './running-app.ts';

/** Helpers for scenarios about the processing of events: each resource of a case has the case's name. */

/** The result of an event, as far as a scenario checks it. */
export interface Meaning {
  status?: string;
  version?: number;
  /** `name units` of each meter, without units if the meter filtered the event out. */
  meters?: string[];
  cycle?: string | null;
  account?: string;
  alias?: string;
  customer?: string;
  /** Values of enrichments. */
  enriched?: string[];
  isOfFeature?: boolean;
}

export async function openSchema(client: Client, n: string, members: object = {}): Promise<void> {
  const schema = { name: n, attributes: [{ name: 'amount' }], dimensions: [], ...members };
  await client.must.post('/event_schema', schema);
  await client.must.post(`/event_schema/${n}/activate`);
}

export async function draftMeter(client: Client, n: string, members: object = {}): Promise<string> {
  const computations = [{ computation: '{"var":"attribute.amount"}', order: 1 }];
  const meter = {
    name: n,
    type: 'COUNTER',
    aggregation: 'SUM',
    eventSchemaName: n,
    computations,
    ...members,
  };
  return (await client.must.post('/usage_meters', meter)).id;
}

export const activate = async (client: Client, id: string) =>
  client.must.post(`/usage_meters/${id}/activate`);

/** An account and a schema with a meter, the start of most cases. */
export async function openAll(client: Client, n: string): Promise<void> {
  await openAccount(client, n);
  await openSchema(client, n);
  await activate(client, await draftMeter(client, n));
}

/** An enrichment that multiplies by a setting of the account. */
export const LOGIC = {
  dependencies: [{ type: 'SETTING', key: 'setting.USER.factor', name: 'factor' }],
  fields: [
    {
      ...{ name: 'times', type: 'ATTRIBUTE', enrichmentType: 'JSON_LOGIC', order: 1 },
      value: '{"*":[{"var":"attribute.amount"},{"var":"dependencies.factor"}]}',
    },
  ],
};
export const factor = (n: string, value: string) => ({
  ...{ id: 'factor', value, namespace: 'USER', name: 'factor', dataType: 'NUMERIC' },
  ...{ entityType: 'ACCOUNT', entityId: n },
});
let sent = 0;
/** Members that differ from the default event of `sendEvent`. */
export type DiffOptions = Record<string, unknown> | ((n: string) => Record<string, unknown>) | undefined;

/** Sends the event of a case to a process, and returns its result; `@` is the name of the case. */
export async function sendEvent(to: Client, n: string, event?: DiffOptions): Promise<Meaning> {
  const id = `event-${++sent}`;
  await to.must.post('/ingest', {
    event: {
      ...{ id, schemaName: n, accountId: n, timestamp: '2030-01-09T12:10:00Z' },
      ...{ attributes: [{ name: 'amount', value: '3' }], dimensions: {} },
      ...(typeof event === 'function' ? event(n) : event),
    },
  });
  return toMeaning((await to.must.get(`/events/${id}`)).events[0], n);
}

function toMeaning(found: Reply['body'], n: string): Meaning {
  const { ingestionStatus, eventPipelineInfo: info } = found;
  const meters = (info.usageMeters ?? []).map(({ name, units = '' }: Reply['body']) =>
    `${name} ${units}`.trim(),
  );
  const enriched = (info.enrichments?.attributes ?? []).map(
    ({ name, value }: Reply['body']) => `${name} ${value}`,
  );
  const meaning = {
    ...{ status: ingestionStatus.status.replace('INGESTION_', ''), version: info.eventSchema?.version },
    ...{ meters: meters.sort(), cycle: info.pricePlans?.[0]?.cycleStart ?? null, enriched },
    ...{ account: info.account?.name, alias: info.account?.alias, customer: info.customer?.name },
    isOfFeature: info.featureDetails !== undefined,
  };
  return JSON.parse(JSON.stringify(meaning).replaceAll(n, '@')) as Meaning;
}
