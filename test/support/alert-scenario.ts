import type { Client, Reply } from './running-app.ts';

/** Helpers for alert scenarios. */

/** Creates an active alert with checks every 30 minutes, unless the terms differ; returns its id. */
export async function createAlert(client: Client, terms: Record<string, unknown>): Promise<string> {
  return (await client.must.post('/alerts', { interval: '30', status: 'ACTIVE', ...terms })).id;
}

/** Terms of an alert on the usage of a meter, of one account or of all. */
export function usageAlert(watched: {
  meter: string;
  account?: string;
  threshold: number;
}): Record<string, unknown> {
  const { meter, account, threshold } = watched;
  return {
    alertTemplateId: 'USAGE_THRESHOLD',
    entityDetails: { usageMeterId: meter },
    ...(account !== undefined && { ownerDetails: { accountId: account } }),
    parameters: { threshold },
  };
}

/** All incidents of an alert, oldest first. */
export async function listIncidents(client: Client, alertId: string): Promise<Reply['body'][]> {
  const { data } = await client.must.get(`/incidents?alert_id=${alertId}&pageSize=100`);
  return data.reverse();
}

/** `01-15T00:30 ACTIVE v1 12 checked 01-16T00:00 until 02-01T00:00`, for tables of expectations. */
export function lineOf(incident: Reply['body']): string {
  const { createdAt, status, alertVersion, reportData, lastCheckedAt, validUntil } = incident;
  const { invoiceId, ...values } = reportData;
  const parts = [
    `${minute(createdAt)} ${status} v${alertVersion}`,
    ...(invoiceId ? [invoiceId] : []),
    ...Object.values(values),
    `checked ${minute(lastCheckedAt)}`,
    ...(validUntil ? [`until ${minute(validUntil)}`] : []),
  ];
  return parts.join(' ');
}

/** The incidents of an alert as lines. */
export async function incidentLines(client: Client, alertId: string): Promise<string[]> {
  return (await listIncidents(client, alertId)).map(lineOf);
}

export async function closeIncident(client: Client, id: string): Promise<void> {
  await client.must.put(`/incidents/${id}/status`, { status: 'CLOSED' });
}

/** Month, day and minute, because scenarios stay within one year. */
function minute(instant: string): string {
  return instant.slice(5, 16);
}
