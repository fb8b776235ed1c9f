import type { Client, Reply } from './running-app.ts';

/** Helpers for scenarios with features: each call uses as many credits as it has minutes. */

/** A schema `call` with an active status, and the feature that its minutes debit. */
export async function sellCalls(
  client: Client,
  feature: { name?: string; schemaName?: string; enrichments?: object } = {},
): Promise<string> {
  const { name = 'Calls', schemaName = 'call', enrichments } = feature;
  await client.must.post('/event_schema', {
    ...{ name: schemaName, attributes: [{ name: 'minutes' }], dimensions: [] },
    ...(enrichments && { enrichments }),
  });
  await client.must.post(`/event_schema/${schemaName}/activate`);
  const schemaAssociations = [{ schemaName, attributeName: 'minutes' }];
  return (await client.must.post('/features', { name, schemaAssociations })).id;
}

export interface CallTerms {
  account?: string;
  at?: string;
  minutes: string;
  schemaName?: string;
}

export function callEvent(id: string | undefined, call: CallTerms) {
  return {
    ...(id !== undefined && { id }),
    schemaName: call.schemaName ?? 'call',
    accountId: call.account ?? 'a1',
    timestamp: call.at ?? '2030-01-09T12:00:00Z',
    attributes: [{ name: 'minutes', value: call.minutes }],
    dimensions: {},
  };
}

/** Checks whether a call is allowed. */
export function ingestCall(client: Client, id: string | undefined, call: CallTerms): Promise<Reply> {
  return client.post('/entitled', { event: callEvent(id, call) });
}

/** The current `granted balance overageLimit usedOverage`, with the digits of the response. */
export async function creditsOf(client: Client, featureId: string, accountId = 'a1'): Promise<string> {
  const { status, text } = await client.get(`/accounts/${accountId}/features/${featureId}`);
  if (status !== 200) throw new Error(`the credits of ${accountId} returned ${status}: ${text}`);
  return ['granted', 'balance', 'overageLimit', 'usedOverage']
    .map((name) => new RegExp(`"${name}":([^,}]+)`).exec(text)?.[1] ?? 'none')
    .join(' ');
}

/** `id status from until granted used` of each entry, in the order of consumption; days only. */
export async function entriesOf(client: Client, featureId: string, accountId = 'a1'): Promise<string[]> {
  const path = `/accounts/${accountId}/features/${featureId}/entries?_sort=effective_until:ASC,id:ASC`;
  const { data } = await client.must.get(path);
  return data.map((entry: Reply['body']) => {
    const { id, status, effectiveFrom, effectiveUntil, granted = '-', used } = entry;
    const name = id.slice(id.indexOf('#') + 1);
    const [from, until] = [effectiveFrom.slice(0, 10), effectiveUntil.slice(0, 10)];
    return `${name} ${status} ${from} ${until} ${granted} ${used}`;
  });
}
