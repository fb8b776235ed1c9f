import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { asSandbox } from '../metering-scenario.ts';
import type { Client, Service } from '../running-app.ts';

const URL = 'https://hooks.example.com/tallymark';

export const webhookExamples: Record<string, (world: World) => ExampleRequest> = {
  createWebhook: () => ({
    body: { url: URL, types: ['invoice.due', 'credit.*'], description: 'Second', status: 'ACTIVE' },
  }),
  updateWebhook: () => ({
    body: { url: `${URL}/2`, types: ['*'], description: 'Renamed', status: 'DISABLED' },
  }),
  rotateWebhookSecret: () => ({}),
  sendTestEvent: () => ({}),
  replayWebhookEvents: () => ({
    body: { from: '2030-01-01T00:00:00Z', until: '2030-01-31T00:00:00Z', afterEventId: 'evt.1' },
  }),
  resendWebhookDelivery: () => ({}),
};

/** A webhook with deliveries, marked as delivered because a world without a worker sends none. */
export async function openWebhook(
  service: Service,
  client: Client,
  organization: string,
): Promise<{ webhook_id: string; webhook_event_id: string }> {
  await client.must.post('/ext/v1/webhooks', { url: URL, types: ['job.*'] });
  const { id } = await client.must.post('/ext/v1/webhooks', { url: URL, types: ['customer.updated'] });
  const eventIds: string[] = [];
  for (let i = 0; i < 3; i++) eventIds.push((await client.must.post(`/ext/v1/webhooks/${id}/test`)).eventId);
  await asSandbox(
    service,
    (tx, org) =>
      tx
        .updateTable('webhookDeliveries')
        .set({ status: 'FAILED', nextAttemptAt: null, failures: 10 })
        .where('orgId', '=', org.orgId)
        .execute(),
    organization,
  );
  return { webhook_id: id, webhook_event_id: eventIds[0] ?? '' };
}
