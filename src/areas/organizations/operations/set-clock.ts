import { instantText } from '#platform/http/instants.ts';
import { longOperation } from '#platform/http/operation.ts';
import { advanceClock, latestClock } from '../advance-clock.ts';
import { clockBackwards, clockTooFar } from '../problems.ts';
import { Clock } from '../schema.ts';

export const setClock = longOperation({
  id: 'setClock',
  method: 'PUT',
  route: '/ext/v1/clock',
  scope: 'org:write',
  summary: "Move the sandbox organization's clock forward",
  description:
    'Answers when everything that fell due on the way has been done, in order of its due time. ' +
    'From the first move on the clock stands still between moves.',
  request: { body: Clock },
  response: { status: 200, body: Clock },
  problems: [clockBackwards, clockTooFar],
  isSandboxOnly: true,
  async handleLong({ database, org, dueWork }, { body }) {
    const limit = latestClock();
    if (Temporal.Instant.compare(body.now, limit) > 0) throw clockTooFar({ limit: instantText(limit) });
    return { now: await advanceClock(database, dueWork, { org, to: body.now }) };
  },
});
