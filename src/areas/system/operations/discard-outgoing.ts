import { longOperation } from '#platform/http/operation.ts';
import { discardKinds } from '../outgoing/decide.ts';
import { describeOutgoing } from '../outgoing/describe-outgoing.ts';
import { operatorsOnly, outgoingNotHeld } from '../problems.ts';
import { decidingOperator } from '../require-operator.ts';
import { DiscardedOutgoing, DiscardOutgoingRequest } from '../schema.ts';

export const discardOutgoing = longOperation({
  id: 'discardOutgoing',
  method: 'POST',
  route: '/ext/v1/system/outgoing/discard',
  scope: null,
  needsUser: true,
  needsOwnLogin: true,
  summary: 'Discard held messages from before the hold',
  description:
    'For operators. Mails and webhook deliveries that were there before the hold become FAILED, in every ' +
    'organization, which may send each of them again. Charges and calls of finalization hooks cannot be ' +
    'discarded: payments and invoices wait for them, and repeating them is safe.',
  request: { body: DiscardOutgoingRequest },
  response: { status: 200, body: DiscardedOutgoing },
  problems: [operatorsOnly, outgoingNotHeld],
  async handleLong(context, { body }) {
    const pieces = await discardKinds(await decidingOperator(context), body.kinds);
    return { pieces, outgoing: await describeOutgoing(context.database) };
  },
});
