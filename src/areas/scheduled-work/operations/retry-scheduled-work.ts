import { retryWork } from '#platform/db/failing-work.ts';
import { operation } from '#platform/http/operation.ts';
import { describeWork } from '../describe.ts';
import { workNotFound } from '../problems.ts';
import { FailingWork, ScheduledWorkParams } from '../schema.ts';
import { findWork } from '../store.ts';

export const retryScheduledWork = operation({
  id: 'retryScheduledWork',
  method: 'POST',
  route: '/ext/v1/scheduled_work/{scheduled_work_id}/retry',
  scope: 'jobs:write',
  summary: 'Retry failed scheduled work now',
  description:
    'Restores all its retries; the work runs as of the instant at which it was due. Returns 404 if the ' +
    'work no longer exists because it has completed.',
  request: { params: ScheduledWorkParams },
  response: { status: 200, body: FailingWork },
  problems: [workNotFound],
  async handle({ tx, org }, { params }) {
    const id = /^[0-9]{1,15}$/.test(params.scheduled_work_id) ? Number(params.scheduled_work_id) : null;
    const isThere = id !== null && (await retryWork(tx, org, id));
    const row = isThere ? await findWork(tx, org, id) : null;
    const [described] = row ? await describeWork(tx, org, [row]) : [];
    if (!described) throw workNotFound({ id: params.scheduled_work_id });
    return described;
  },
});
