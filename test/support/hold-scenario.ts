import { beforeAll, beforeEach } from 'vitest';
import { holdOutgoing } from '#platform/db/outgoing-hold.ts';
import { type MailSink, mailAt } from './mail-sink.ts';
import { addPerson, asOwner, type Person } from './people.ts';
import type { Service } from './running-app.ts';
import { callHooks, type ScriptedHook } from './scripted-hook.ts';
import { callProviders, type ScriptedProvider } from './scripted-provider.ts';
import { deliverAt, type Receiver } from './webhook-receiver.ts';

/** Whatever could receive something from the service. */
export interface Outside {
  sink: MailSink;
  receiver: Receiver;
  provider: ScriptedProvider;
  hook: ScriptedHook;
}

/** Holds everything, as a restore does before the service starts. */
export function holdAll(service: Service, reason = 'restored from a backup'): Promise<void> {
  return asOwner(service, (owner) =>
    holdOutgoing(owner, { reason, restoredTo: Temporal.Instant.from('2026-01-02T03:04:05Z') }),
  );
}

/** Before each test everything is held; returns the operator who decides about it. */
export function useHeldDeployment(service: Service): { operator: Person } {
  const held = {} as { operator: Person };
  beforeAll(async () => {
    held.operator = await addPerson(service, { name: 'Olga Operator' });
  });
  beforeEach(async () => {
    await forgetHolds(service);
    await holdAll(service);
  });
  return held;
}

/** Ends a hold without an operator, so that the next test has none. */
export function forgetHolds(service: Service): Promise<void> {
  return asOwner(service, async (owner) => {
    await owner.query('delete from outgoing_holds');
  });
}

/** Runs every worker that sends something, as of an instant of real time. */
export async function sendEverything(
  service: Service,
  { sink, at }: Pick<Outside, 'sink'> & { at: Temporal.Instant },
): Promise<void> {
  await mailAt(service, at, { smtpUrl: sink.url });
  await deliverAt(service, at);
  await callProviders(service, { at });
  await callHooks(service, { at });
}

/** How much has arrived outside, by kind; hooks count apart from webhooks. */
export function arrived({ sink, receiver, provider, hook }: Outside) {
  const charges = provider.requested.filter(({ type }) => type !== 'customer.create').length;
  return {
    ...{ mails: sink.received.length, webhooks: receiver.received.length },
    ...{ hooks: hook.requested.length, charges },
  };
}
