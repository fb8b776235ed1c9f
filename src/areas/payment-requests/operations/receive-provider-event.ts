import { listConnections, readProviderEvent } from '#areas/payment-providers/index.ts';
import { type Context, operation } from '#platform/http/operation.ts';
import type { ProviderEvent } from '#platform/payment-provider/provider.ts';
import { planProviderSaid } from '../planned-work.ts';
import { eventNotGenuine, refundNotFound, requestNotFound } from '../problems.ts';
import { ProviderEventRequest, ReceivedProviderEvent } from '../schema.ts';
import { insertProviderEvent } from '../store/events.ts';
import { findRefund } from '../store/refunds.ts';
import { findRequest } from '../store/requests.ts';

export const receiveProviderEvent = operation({
  id: 'receiveProviderEvent',
  method: 'POST',
  route: '/ext/v1/payment_provider/events',
  scope: 'payments:write',
  reportsFacts: true,
  summary: 'Receive an event of the payment provider about a request or a refund',
  description:
    'For the program that connects the provider; signed with its secret. The response confirms that the ' +
    'event is stored; it is applied shortly after. Events may arrive repeatedly and in any order: a ' +
    'payment or refund applies whenever it arrives, once.',
  request: { body: ProviderEventRequest },
  response: { status: 200, body: ReceivedProviderEvent },
  problems: [eventNotGenuine, requestNotFound, refundNotFound],
  async handle(context, { body }) {
    const { tx, org, deployment } = context;
    const { payload, ...signed } = body;
    const sent = { ...signed, body: payload };
    const [said] = (await listConnections(tx, org)).flatMap((connection) => {
      const event = readProviderEvent(deployment, org, { connection, sent });
      return event ? [{ ...event, connectionId: connection.id }] : [];
    });
    if (!said) throw eventNotGenuine();
    const { id, connectionId, about: type, targetId, state: content } = said;
    await requireTarget(context, said);
    const isNew = await insertProviderEvent(tx, org, { id, connectionId, type, targetId, content });
    if (isNew) await planProviderSaid(context, { id, connectionId });
    return { isNew };
  },
});

/** A provider may only send events about its own requests: its secret proves nothing about others. */
async function requireTarget(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  { about, targetId, connectionId }: Pick<ProviderEvent, 'about' | 'targetId'> & { connectionId: string },
): Promise<void> {
  const refund = about === 'REFUND' ? await findRefund(tx, org, targetId) : null;
  if (about === 'REFUND' && !refund) throw refundNotFound({ id: targetId });
  const request = await findRequest(tx, org, refund?.requestId ?? targetId);
  if (request?.connectionId === connectionId) return;
  throw about === 'REFUND' ? refundNotFound({ id: targetId }) : requestNotFound({ id: targetId });
}
