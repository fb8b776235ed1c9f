import { instantText } from '#platform/http/instants.ts';
import { longOperation } from '#platform/http/operation.ts';
import { scheduledWorkStuck } from '#platform/jobs/watch-progress.ts';
import { advanceClock, latestClock, MAX_PIECES } from '../advance-clock.ts';
import { clockBackwards, clockMoveTooLong, clockTooFar } from '../problems.ts';
import { Clock } from '../schema.ts';

export const setClock = longOperation({
  id: 'setClock',
  method: 'PUT',
  route: '/ext/v1/clock',
  scope: 'org:write',
  summary: "Move the sandbox organization's clock forward",
  description:
    'Answers when everything that fell due on the way has been done, in order of its due time. ' +
    'From the first move on the clock stands still between moves. ' +
    `One request does at most ${MAX_PIECES.toLocaleString('en')} pieces of scheduled work, and stops when ` +
    'its caller hangs up; the clock then stands where the work got to, and the same request goes on there.',
  request: { body: Clock },
  response: { status: 200, body: Clock },
  problems: [clockBackwards, clockTooFar, clockMoveTooLong, scheduledWorkStuck],
  isSandboxOnly: true,
  async handleLong({ database, org, scheduledWork, isAbandoned }, { body }) {
    const limit = latestClock();
    if (Temporal.Instant.compare(body.now, limit) > 0) throw clockTooFar({ limit: instantText(limit) });
    return { now: await advanceClock(database, scheduledWork, { org, to: body.now, isAbandoned }) };
  },
});
