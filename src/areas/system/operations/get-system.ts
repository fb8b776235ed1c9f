import { longOperation } from '#platform/http/operation.ts';
import { describeSystem } from '../describe-system.ts';
import { operatorsOnly } from '../problems.ts';
import { requireOperator } from '../require-operator.ts';
import { System } from '../schema.ts';

export const getSystem = longOperation({
  id: 'getSystem',
  method: 'GET',
  route: '/ext/v1/system',
  scope: null,
  needsUser: true,
  needsOwnLogin: true,
  summary: 'Get the state of the deployment',
  description:
    'For operators: the users in the setting OPERATORS, or else the administrators of the first ' +
    'organization. They see figures of all organizations, and of failing work its kind and reason, but no ' +
    'records.',
  response: { status: 200, body: System },
  problems: [operatorsOnly],
  async handleLong(context) {
    await requireOperator(context);
    return describeSystem(context);
  },
});
