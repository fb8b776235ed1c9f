import { type Operation, operation } from '#platform/http/operation.ts';
import { describeContent, describeRequest, keysIn, maySee } from '../describe-request.ts';
import { requestNotFound } from '../problems.ts';
import { LoggedRequestDetail, RequestParams } from '../schema.ts';
import { findOriginal, findPrevious, findRow, listKeyNames } from '../store/requests.ts';

export const getRequest = operation({
  id: 'getRequest',
  method: 'GET',
  route: '/ext/v1/requests/{request_id}',
  scope: 'requests:read',
  summary: 'Get a request with its bodies',
  description:
    'Passwords, keys, tokens, signed links and other secrets are replaced by [secret] before a request is ' +
    'stored.',
  request: { params: RequestParams },
  response: { status: 200, body: LoggedRequestDetail },
  problems: [requestNotFound],
  async handle({ tx, org, actor, deployment }, { params: { request_id: id } }) {
    const row = await findRow(tx, org, id);
    if (!row) throw requestNotFound({ id });
    const [names, previousId, originalId] = await Promise.all([
      listKeyNames(tx, org, keysIn([row])),
      findPrevious(tx, org, row),
      row.isReplay ? findOriginal(tx, org, row) : null,
    ]);
    const asked: Operation | null = deployment.findOperation(row.operationId ?? '');
    return {
      ...describeRequest(row, names),
      ...describeContent(row, { isHidden: !maySee(actor, row, asked) }),
      ...{ requiredScope: asked?.scope, previousId, originalId },
    };
  },
});
