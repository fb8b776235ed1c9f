import { operation } from '#platform/http/operation.ts';
import { ClockPreview, ClockPreviewQuery } from '../schema.ts';
import { countDueWork, findNext } from '../store.ts';

export const previewClock = operation({
  id: 'previewClock',
  method: 'GET',
  route: '/ext/v1/clock/preview',
  scope: 'org:read',
  summary: "Preview a move of the sandbox organization's clock",
  description:
    'Counts the scheduled work that a move to the instant would do, and says what comes next. Moves ' +
    'nothing. Work on the way may schedule more: a closed cycle opens the next one.',
  request: { query: ClockPreviewQuery },
  response: { status: 200, body: ClockPreview },
  isSandboxOnly: true,
  async handle({ tx, org, now }, { query }) {
    const [work, next] = await Promise.all([countDueWork(tx, org, query.to ?? now), findNext(tx, org, now)]);
    return { now, ...next, work };
  },
});
