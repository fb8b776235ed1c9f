import { beforeAll, expect, it } from 'vitest';
import { issueManual, openReader } from '#test/mail-scenario.ts';
import { mailAt, useMailSink } from '#test/mail-sink.ts';
import { passStopwatch } from '#test/pass-stopwatch.ts';
import { useService } from '#test/running-app.ts';
import {
  deliverAt,
  LOCAL_TARGETS,
  respondWith,
  soon,
  subscribe,
  useReceiver,
} from '#test/webhook-receiver.ts';

const service = useService(LOCAL_TARGETS, { own: 'counts attempts from the start of the process' });
const receiver = useReceiver();
const sink = useMailSink();
beforeAll(() => service.sandbox.setClock('2030-02-01T00:00:00Z'));

/** Figures as Prometheus reads them, whatever was asked for moments ago. */
async function figures(): Promise<Record<string, number>> {
  passStopwatch(5_100);
  const { payload } = await service.app.server.inject({ method: 'GET', url: '/metrics' });
  const lines = payload.matchAll(/^tallymark_outbox_(\w+)\{(.*)\} (\S+)$/gm);
  return Object.fromEntries(
    [...lines].map(([, name, labels, value]) => [`${name} ${labels}`, Number(value)]),
  );
}

it('what waits, for how long, and what became of attempts, of all organizations together', async () => {
  const { sandbox } = service;
  const { production: other } = await service.createOrganization('other');
  const began = performance.now();
  const [first, second] = [sandbox, other];
  for (const client of [first, second]) {
    const { id } = await subscribe(client, receiver, ['webhook.test']);
    await client.must.post(`/ext/v1/webhooks/${id}/test`);
  }
  // What waits for a disabled webhook waits for a person.
  const { id: off } = await subscribe(first, { url: `${receiver.url}/off` }, ['webhook.test']);
  await first.must.post(`/ext/v1/webhooks/${off}/test`);
  await first.must.patch(`/ext/v1/webhooks/${off}`, { status: 'DISABLED' });
  await issueManual(first, await openReader(first));
  const waiting = await figures();
  expect(waiting).toMatchObject({ 'waiting outbox="webhooks"': 2, 'waiting outbox="mails"': 1 });
  for (const outbox of ['webhooks', 'mails']) {
    const seconds = waiting[`oldest_waiting_seconds outbox="${outbox}"`] ?? 0;
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan((performance.now() - began) / 1_000);
  }
  let isFirst = true;
  receiver.respond = (response) => {
    respondWith(response, isFirst ? 500 : 204);
    isFirst = false;
  };
  await deliverAt(service, soon());
  await mailAt(service, soon(), { smtpUrl: sink.url });
  expect(await figures()).toMatchObject({
    ...{ 'waiting outbox="webhooks"': 1, 'waiting outbox="mails"': 0 },
    'oldest_waiting_seconds outbox="mails"': 0,
    'attempts_total outbox="webhooks",outcome="retrying"': 1,
    'attempts_total outbox="webhooks",outcome="delivered"': 1,
    'attempts_total outbox="mails",outcome="sent"': 1,
  });
});

it('none of them names an organization', async () => {
  const { payload } = await service.app.server.inject({ method: 'GET', url: '/metrics' });
  const labels = [...payload.matchAll(/^tallymark_outbox_\w+\{(.*)\}/gm)].map(([, text = '']) => text);
  expect(new Set(labels.flatMap((text) => [...text.matchAll(/(\w+)=/g)].map(([, name]) => name)))).toEqual(
    new Set(['outbox', 'outcome']),
  );
});
