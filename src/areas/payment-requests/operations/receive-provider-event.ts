import { findConnection, openProvider } from '#areas/payment-providers/index.ts';
import { realNow } from '#platform/db/clock.ts';
import { operation } from '#platform/http/operation.ts';
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
  summary: 'Take what the payment provider says about a request or a refund',
  description:
    'For the program behind the provider, and signed with its secret. When this is answered the event is ' +
    'kept, and its consequences follow in a moment. Events may come twice and in any order: that something ' +
    'was collected or given back counts whenever it is said, once.',
  request: { body: ProviderEventRequest },
  response: { status: 200, body: ReceivedProviderEvent },
  problems: [eventNotGenuine, requestNotFound, refundNotFound],
  async handle(context, { body }) {
    const { tx, org, deployment } = context;
    const { payload, ...signed } = body;
    const connection = await findConnection(tx, org);
    const provider = connection && openProvider(deployment, org, connection);
    const event = provider?.parseWebhook({ ...signed, body: payload }, realNow());
    if (!event) throw eventNotGenuine();
    const { id, about: type, targetId, state: content } = event;
    if (type === 'REQUEST' && !(await findRequest(tx, org, targetId)))
      throw requestNotFound({ id: targetId });
    if (type === 'REFUND' && !(await findRefund(tx, org, targetId))) throw refundNotFound({ id: targetId });
    const isNew = await insertProviderEvent(tx, org, { id, type, targetId, content });
    if (isNew) await planProviderSaid(context, id);
    return { isNew };
  },
});
