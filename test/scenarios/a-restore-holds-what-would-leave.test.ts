import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CALL_HOURS } from '#areas/payment-requests/rules.ts';
import { createAlert } from '#test/alert-scenario.ts';
import { onlyInvoice } from '#test/billing-scenario.ts';
import { openPayer } from '#test/group-scenario.ts';
import { arrived, forgetHolds, holdAll, type Outside, sendEverything } from '#test/hold-scenario.ts';
import { mailAt, useMailSink } from '#test/mail-sink.ts';
import { payInvoice } from '#test/payment-scenario.ts';
import { addPerson, type Person } from '#test/people.ts';
import { useService } from '#test/running-app.ts';
import { removeHooks, setHook, useScriptedHook } from '#test/scripted-hook.ts';
import {
  callProviders,
  connect,
  LOCAL_CONNECTOR,
  listRequests,
  requestsOf,
  useScriptedProvider,
} from '#test/scripted-provider.ts';
import {
  createCustomer,
  delivererAt,
  listOrgs,
  respondWith,
  soon,
  subscribe,
  useReceiver,
} from '#test/webhook-receiver.ts';

const service = useService(LOCAL_CONNECTOR, { own: 'a hold concerns the whole deployment' });
const outside: Outside = {
  ...{ sink: useMailSink(), receiver: useReceiver() },
  ...{ provider: useScriptedProvider(), hook: useScriptedHook() },
};
const { sink, receiver, provider, hook } = outside;
const NOTHING = { mails: 0, webhooks: 0, hooks: 0, charges: 0 };
const PATH = '/ext/v1/system/outgoing';

let operator: Person;
const client = () => service.sandbox;
let month = Temporal.PlainYearMonth.from('2030-01');
beforeAll(async () => {
  operator = await addPerson(service, { name: 'Olga Operator' });
  await client().setClock('2030-01-01T00:00:00Z');
  await connect(client(), provider);
  await subscribe(client(), receiver, ['invoice.due']);
});
afterEach(async () => {
  // The next test begins with nothing that waits.
  await forgetHolds(service);
  for (const _ of [1, 2]) await send();
});

/** An account that pays 100 for a month: its invoice is mailed, charged, and reported to a webhook. */
async function bill(id: string): Promise<void> {
  const next = month.add({ months: 1 });
  await openPayer(client(), id, { rate: 100, from: `${month}-01`, until: `${next}-01` });
  await client().setClock(`${next}-01T00:00:00Z`);
  month = next;
}
const send = async () => {
  await sendEverything(service, { sink, at: soon() });
  await client().settle();
};
const state = () => operator.production.must.get(PATH);
const release = (...kinds: string[]) => operator.production.must.post(`${PATH}/release`, { kinds });
const discard = (...kinds: string[]) => operator.production.must.post(`${PATH}/discard`, { kinds });
const mailsOf = async (id: string) => (await client().must.get(`/ext/v1/mails?account_id=${id}`)).data;

describe('after a restore', () => {
  it('nothing leaves until its kind is released, and then once', async () => {
    await holdAll(service);
    await bill('payer');
    // The chat of an alert, and an invoice that waits for a hook.
    const alert = await createAlert(client(), {
      interval: '1440',
      ...{ alertTemplateId: 'CREDIT_BALANCE', ownerDetails: { accountId: 'payer' } },
      ...{ parameters: { threshold: 10 }, channels: [{ type: 'CHAT', target: `${receiver.url}/chat` }] },
    });
    await setHook(client(), hook, 'TAX');
    await bill('hooked');
    await send();
    expect(arrived(outside)).toEqual(NOTHING);
    expect(await mailsOf('payer')).toMatchObject([{ status: 'PENDING', attempts: [] }]);

    const before = await state();
    expect(before.isHeld).toBe(true);
    expect(before.kinds).toMatchObject([
      { kind: 'MAIL', isHeld: true, waiting: 1, waitingSinceBefore: 0, reason: 'restored from a backup' },
      { kind: 'WEBHOOKS', isHeld: true, waiting: 3, restoredTo: '2026-01-02T03:04:05.000Z' },
      { kind: 'CHARGES', isHeld: true, waiting: 1 },
    ]);
    const ours = { organizationId: 'default', environment: 'sandbox', sinceBefore: 0 };
    expect(before.pending).toMatchObject([
      { ...ours, queue: 'CHARGES', pieces: 1 },
      { ...ours, queue: 'HOOKS', pieces: 1 },
      { ...ours, queue: 'MAILS', pieces: 1 },
      { ...ours, queue: 'WEBHOOKS', pieces: 2 },
    ]);
    expect(before.charges).toMatchObject([
      { call: 'REQUEST', amount: 100, currency: 'USD', attempts: 0, isSinceBefore: false },
    ]);

    await release('MAIL');
    for (const _ of [1, 2]) await send();
    expect(arrived(outside)).toEqual({ ...NOTHING, mails: 1 });
    await release('CHARGES');
    for (const _ of [1, 2]) await send();
    expect(arrived(outside)).toEqual({ ...NOTHING, mails: 1, charges: 1 });
    const { kinds } = await release('WEBHOOKS', 'MAIL');
    expect(kinds.map(({ releasedBy }: { releasedBy: string }) => releasedBy)).toEqual(
      Array(3).fill('Olga Operator'),
    );
    for (const _ of [1, 2]) await send();
    expect(arrived(outside).hooks).toBe(1);
    // The taxes are known, so the second invoice is reported, mailed and charged as well.
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/chat', '/hook', '/hook']);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
    await removeHooks(client());
    await client().must.patch(`/alerts/${alert}`, { status: 'INACTIVE' });
  });

  it('a charge that the lost service has made is made once: it has the same key', async () => {
    await bill('charged');
    await holdAll(service);
    const [{ id, targetId }] = (await state()).charges;
    // The restored row does not say that the lost service made it.
    provider.charges.set(id, { id: `prov-${targetId}`, about: targetId, amount: '100' });
    expect((await state()).charges).toMatchObject([{ id, isSinceBefore: true }]);
    await release('CHARGES');
    await send();
    expect([provider.charges.size, provider.requested.at(-1)?.key]).toEqual([1, id]);
    const { data } = await client().must.get('/payments?account_id=charged');
    expect(data).toMatchObject([{ totalAmount: 100 }]);
  });

  it('a charge from before that is no longer owed is cancelled at the provider', async () => {
    await bill('paid');
    await holdAll(service);
    const { id } = await onlyInvoice(client(), 'paid');
    await payInvoice(client(), { accountId: 'paid', invoiceId: id, amount: 100 });
    await client().settle();
    const calls = (await state()).charges.map(({ call }: { call: string }) => call);
    expect(calls).toEqual(['CANCEL']);
    await release('CHARGES');
    for (const _ of [1, 2]) await send();
    expect(provider.requested.map(({ type }) => type)).toEqual(['payment_request.cancel']);
    expect([await requestsOf(client(), id), provider.charges.size]).toEqual([['1 CANCELLED 100'], 0]);
  });

  it('a call whose hours would have ended on hold has them anew', async () => {
    await bill('slow');
    provider.faults.push('AWAY', 'AWAY');
    await callProviders(service);
    await holdAll(service);
    await release('CHARGES');
    const later = soon().add({ hours: CALL_HOURS + 1 });
    await callProviders(service, { at: later });
    const { id } = await onlyInvoice(client(), 'slow');
    expect((await listRequests(client(), id))[0]).toMatchObject({ status: 'PENDING', call: 'OPEN' });
    await callProviders(service, { at: later.add({ hours: 1 }) });
    expect([await requestsOf(client(), id), provider.charges.size]).toEqual([['1 SUCCEEDED 100'], 1]);
  });

  it('messages from before can be discarded, and their organization sends each again', async () => {
    await bill('discarded');
    await holdAll(service);
    const { pieces, outgoing } = await discard('MAIL', 'WEBHOOKS');
    expect(pieces).toBe(2);
    expect(outgoing.kinds.map(({ waiting }: { waiting: number }) => waiting)).toEqual([0, 0, 1]);
    await release('MAIL', 'WEBHOOKS');
    await send();
    expect(arrived(outside)).toEqual(NOTHING);
    const [mail] = await mailsOf('discarded');
    const error = 'discarded by an operator of the deployment';
    expect(mail).toMatchObject({ status: 'FAILED', error, attempts: [] });
    await client().must.post(`/ext/v1/mails/${mail.id}/resend`, {});
    await send();
    expect(arrived(outside)).toEqual({ ...NOTHING, mails: 1 });
  });

  it('only what was there before the hold is discarded, and only while it is held', async () => {
    await holdAll(service);
    await bill('kept');
    expect((await discard('MAIL')).pieces).toBe(0);
    await release('MAIL');
    await send();
    expect(arrived(outside)).toEqual({ ...NOTHING, mails: 1 });
    const reply = await operator.production.post(`${PATH}/discard`, { kinds: ['WEBHOOKS', 'MAIL'] });
    expect([reply.status, reply.headers['error-code']]).toEqual([409, 'OUTGOING_NOT_HELD']);
  });

  it('links of users that are requested since then leave; older ones wait', async () => {
    const { email } = await addPerson(service, { email: 'colleague@acme.example' });
    const reset = () => service.production.post('/ext/v1/password_resets', { email });
    expect((await reset()).status).toBeLessThan(300);
    await holdAll(service);
    await mailAt(service, soon(), { smtpUrl: sink.url });
    expect(sink.received).toEqual([]);
    await reset();
    await mailAt(service, soon(), { smtpUrl: sink.url });
    expect(sink.received.map(({ recipients }) => recipients)).toEqual([[email]]);
  });

  it('a test event says at once why it cannot be sent, and how it could', async () => {
    const { id } = await subscribe(client(), receiver, ['job.completed']);
    await holdAll(service);
    const reply = await client().post(`/ext/v1/webhooks/${id}/test`);
    expect([reply.status, reply.headers['error-code']]).toEqual([409, 'WEBHOOKS_HELD']);
    expect(reply.body.message).toMatch(/restored from a backup.*npm run outgoing -- release WEBHOOKS/);
  });

  it('the time on hold is not a time of failures', async () => {
    const { id } = await subscribe(client(), receiver, ['job.completed']);
    receiver.respond = (response) => respondWith(response, 500);
    await client().must.post(`/ext/v1/webhooks/${id}/test`);
    await send();
    const failingSince = async () => (await client().must.get(`/ext/v1/webhooks/${id}`)).failingSince;
    expect(await failingSince()).toBeDefined();
    await holdAll(service);
    await release('WEBHOOKS');
    expect(await failingSince()).toBeUndefined();
    await client().must.delete(`/ext/v1/webhooks/${id}`);
  });
});

describe('several processes', () => {
  const customers = async (prefix: string, count: number) => {
    for (let i = 0; i < count; i++) await createCustomer(client(), `${prefix}-${i}`);
  };

  it('that send while somebody releases send each message once', async () => {
    const { id } = await subscribe(client(), receiver, ['customer.created']);
    await holdAll(service);
    await customers('race', 30);
    const processes = [1, 2].map(() => delivererAt(service, soon));
    const orgs = await listOrgs(service);
    const wakeAll = () => {
      for (const each of processes) for (const org of orgs) each.wake(org);
    };
    wakeAll();
    await Promise.all(processes.map((each) => each.idle()));
    expect(arrived(outside)).toEqual(NOTHING);
    const waking = setInterval(wakeAll, 2);
    await release('WEBHOOKS');
    clearInterval(waking);
    wakeAll();
    await Promise.all(processes.map((each) => each.idle()));
    await Promise.all(processes.map((each) => each.stop()));
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
    await client().must.delete(`/ext/v1/webhooks/${id}`);
  });

  it('notice a release by themselves: a worker is woken for what waits', async () => {
    const { id } = await subscribe(client(), receiver, ['customer.created']);
    await holdAll(service);
    const worker = await service.app.startWorker();
    try {
      await customers('late', 2);
      await sleep(300);
      expect(receiver.received).toEqual([]);
      await release('WEBHOOKS');
      // The worker sweeps once a minute; this is the wake-up.
      await expect.poll(() => receiver.received.length, { timeout: 5000, interval: 20 }).toBe(2);
    } finally {
      await worker.stop();
    }
    await client().must.delete(`/ext/v1/webhooks/${id}`);
  });
});
