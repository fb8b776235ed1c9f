import { isOperatorActor } from '#areas/users/index.ts';
import { longOperation } from '#platform/http/operation.ts';
import { describeSystem } from '../describe-system.ts';
import { operatorsOnly } from '../problems.ts';
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
  async handleLong({ database, deployment, actor }) {
    if (!(await isOperatorActor({ database, host: deployment.host }, actor))) throw operatorsOnly();
    return describeSystem({ database, deployment });
  },
});
