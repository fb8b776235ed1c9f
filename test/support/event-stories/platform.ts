import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { closeIncident, createAlert, listIncidents, usageAlert } from '../alert-scenario.ts';
import { editTimeline, openAccount, publishPlan, sellUsage, use } from '../billing-scenario.ts';
import type { Client } from '../running-app.ts';
import type { Story } from './story.ts';

/** Alerts, and webhooks themselves. */
export const platformStories: readonly Story[] = [
  {
    publishes: ['report.generated'],
    run: async (client) => {
      const { builtIn } = await client.must.get('/ext/v1/report_templates');
      const { id } = await client.must.post('/ext/v1/reports', { reportTemplateId: builtIn[0].id });
      await client.settle();
      return [id];
    },
  },
  {
    publishes: ['report.failed'],
    run: async (client, _webhook, { filesFolder }) => {
      const { builtIn } = await client.must.get('/ext/v1/report_templates');
      const { id } = await client.must.post('/ext/v1/reports', { reportTemplateId: builtIn[0].id });
      // No file can be stored, for all three attempts of a quarter of an hour.
      await mkdir(filesFolder, { recursive: true });
      await rename(filesFolder, `${filesFolder}-away`);
      await writeFile(filesFolder, '');
      await client.setClock('2030-01-01T01:00:00Z');
      await rm(filesFolder);
      await rename(`${filesFolder}-away`, filesFolder);
      return [id];
    },
  },
  {
    publishes: ['incident.created', 'incident.closed'],
    run: async (client) => {
      const alert = await createAlert(client, { ...(await watch(client)), interval: 'P1D' });
      await client.setClock('2030-01-03T12:00:00Z');
      const [incident] = await listIncidents(client, alert);
      await closeIncident(client, incident.id);
      return [incident.id, incident.id];
    },
  },
  {
    publishes: ['incident.created', 'incident.closed'],
    run: async (client) => {
      const alert = await createAlert(client, { ...(await watch(client)), interval: 'P1D' });
      // The end of the cycle closes the incident.
      await client.setClock('2030-02-01T12:00:00Z');
      const [incident] = await listIncidents(client, alert);
      return [incident.id, incident.id];
    },
  },
  {
    publishes: ['alert.expired', 'incident.closed'],
    run: async (client) => {
      const alert = await createAlert(client, {
        ...(await watch(client)),
        interval: 'P1D',
        validity: 3 * 24 * 60,
      });
      await client.setClock('2030-01-05T12:00:00Z');
      const [incident] = await listIncidents(client, alert);
      return [alert, incident.id];
    },
  },
  {
    publishes: ['webhook.test'],
    run: async (client, webhookId) => {
      await client.must.post(`/ext/v1/webhooks/${webhookId}/test`);
      return [webhookId];
    },
  },
];

/** An account with usage, and the terms of an alert that fires for it. */
async function watch(client: Client): Promise<Record<string, unknown>> {
  const meter = await sellUsage(client, 'calls');
  const card = { type: 'USAGE' as const, billableId: meter };
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 2 }] };
  const planId = await publishPlan(client, { name: 'p', cards: [{ ...card, usage }] });
  await openAccount(client, 'a');
  await editTimeline(client, 'a', [{ planId, from: '2030-01-01' }]);
  await use(client, { meter: 'calls', account: 'a', at: '2030-01-01T00:00:00Z', amount: '12' });
  return usageAlert({ meter, account: 'a', threshold: 10 });
}
