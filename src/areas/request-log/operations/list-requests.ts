import { operation } from '#platform/http/operation.ts';
import { describeRequest, keysIn } from '../describe-request.ts';
import { LoggedRequestPage } from '../schema.ts';
import { listKeyNames, listRows, requestList, sumGaps } from '../store/requests.ts';

export const listRequests = operation({
  id: 'listRequests',
  method: 'GET',
  route: '/ext/v1/requests',
  scope: 'requests:read',
  summary: 'List the requests of the last days',
  description:
    'Requests of API keys, of people and of portals, newest first, a second or so after their responses. ' +
    'Requests that read this log are only listed if they failed. Without a valid credential, a request ' +
    'belongs to no organization, unless its key has expired, was deactivated or deleted, or belongs to the ' +
    'other environment.',
  response: { status: 200, body: LoggedRequestPage },
  list: requestList,
  async handle({ tx, org, deployment }, { page }) {
    const { rows, nextToken } = await listRows(tx, org, page);
    const names = await listKeyNames(tx, org, keysIn(rows));
    const { days, recording } = deployment.requestLog;
    return {
      ...{ data: rows.map((row) => describeRequest(row, names)), nextToken },
      ...{ missing: await sumGaps(tx, org), retentionDays: days, recording },
    };
  },
});
