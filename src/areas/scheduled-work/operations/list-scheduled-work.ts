import { operation } from '#platform/http/operation.ts';
import { describeWork } from '../describe.ts';
import { FailingWorkPage } from '../schema.ts';
import { failingWorkList, listFailingWork } from '../store.ts';

export const listScheduledWork = operation({
  id: 'listScheduledWork',
  method: 'GET',
  route: '/ext/v1/scheduled_work',
  scope: 'jobs:read',
  summary: 'List timed work that fails',
  description:
    'What falls due (cycles to close, mails to queue, payments to ask for) and failed: RETRYING is tried ' +
    'again by itself after growing pauses, ON_HOLD waits for POST …/retry. Other work goes on meanwhile.',
  response: { status: 200, body: FailingWorkPage },
  list: failingWorkList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listFailingWork(tx, org, page);
    return { data: await describeWork(tx, org, rows), nextToken };
  },
});
