import { longOperation } from '#platform/http/operation.ts';
import { releaseKinds } from '../outgoing/decide.ts';
import { describeOutgoing } from '../outgoing/describe-outgoing.ts';
import { operatorsOnly } from '../problems.ts';
import { decidingOperator } from '../require-operator.ts';
import { Outgoing, ReleaseOutgoingRequest } from '../schema.ts';

export const releaseOutgoing = longOperation({
  id: 'releaseOutgoing',
  method: 'POST',
  route: '/ext/v1/system/outgoing/release',
  scope: null,
  needsUser: true,
  needsOwnLogin: true,
  summary: 'Release held messages',
  description:
    'For operators. Everything of these kinds that waits leaves, in every organization; a kind that is not ' +
    'held stays as it is. The audit log of the organization of the operator has an entry.',
  request: { body: ReleaseOutgoingRequest },
  response: { status: 200, body: Outgoing },
  problems: [operatorsOnly],
  async handleLong(context, { body }) {
    await releaseKinds(await decidingOperator(context), body.kinds);
    return describeOutgoing(context.database);
  },
});
