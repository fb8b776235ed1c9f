import { longOperation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { wipeNotConfirmed } from '../problems.ts';
import { Wipe, WipeRequest } from '../schema.ts';
import { wipeSandbox as wipe } from '../wipe.ts';

export const wipeSandbox = longOperation({
  id: 'wipeSandbox',
  method: 'POST',
  route: '/ext/v1/sandbox/wipe',
  scope: 'org:write',
  summary: 'Wipe the sandbox',
  description:
    'Deletes everything at once except the organization with its currencies and own settings, its API ' +
    'keys and the audit log; files follow. The clock shows real time again. Not available in production.',
  request: { body: WipeRequest },
  response: { status: 200, body: Wipe },
  problems: [wipeNotConfirmed, concurrentChange],
  deletes: 'sandbox',
  isSandboxOnly: true,
  async handleLong(context, { body }) {
    const { id } = context.org;
    if (body.organizationId !== id) throw wipeNotConfirmed({ id });
    return { organizationId: id, removedRows: await wipe(context) };
  },
});
