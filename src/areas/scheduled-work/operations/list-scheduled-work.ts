import { operation } from '#platform/http/operation.ts';
import { describeWork } from '../describe.ts';
import { FailingWorkPage } from '../schema.ts';
import { failingWorkList, listFailingWork } from '../store.ts';

export const listScheduledWork = operation({
  id: 'listScheduledWork',
  method: 'GET',
  route: '/ext/v1/scheduled_work',
  scope: 'jobs:read',
  summary: 'List failing scheduled work',
  description:
    'Lists scheduled work (cycles to close, mails to queue, payments to request) that has failed: the ' +
    'product retries RETRYING work with growing delays; ON_HOLD work waits for POST …/retry. Other work ' +
    'continues in the meantime.',
  response: { status: 200, body: FailingWorkPage },
  list: failingWorkList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listFailingWork(tx, org, page);
    return { data: await describeWork(tx, org, rows), nextToken };
  },
});
