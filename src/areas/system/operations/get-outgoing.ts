import { longOperation } from '#platform/http/operation.ts';
import { describeOutgoing } from '../outgoing/describe-outgoing.ts';
import { operatorsOnly } from '../problems.ts';
import { requireOperator } from '../require-operator.ts';
import { Outgoing } from '../schema.ts';

export const getOutgoing = longOperation({
  id: 'getOutgoing',
  method: 'GET',
  route: '/ext/v1/system/outgoing',
  scope: null,
  needsUser: true,
  needsOwnLogin: true,
  summary: 'Get which outgoing messages are held, and what waits',
  description:
    'For operators. After a restore, mails, webhooks and charges wait until an operator releases them: the ' +
    'lost service may have sent them after the instant of the restored data.',
  response: { status: 200, body: Outgoing },
  problems: [operatorsOnly],
  async handleLong(context) {
    await requireOperator(context);
    return describeOutgoing(context.database);
  },
});
