import { expect, it } from 'vitest';
import { useDatabase, useOwner } from '#test/open-database.ts';
import { holdOutgoing } from '../db/outgoing-hold.ts';
import { holdReporter, watchOutgoingHold } from './watch-hold.ts';

const opened = useDatabase({ maxConnections: 2 });
const owner = useOwner(opened);

const MINUTE = 60_000;

it('the log says it at the start, every ten minutes and at each change, and nothing else', async () => {
  const lines: string[] = [];
  const logger = {
    warn: ({ held }: { held: string }) => lines.push(`held ${held}`),
    info: (text: string) => lines.push(text),
  };
  const look = holdReporter({ ...opened, logger: logger as never });
  await look(0);
  expect(lines).toEqual([]);
  await holdOutgoing(owner, { reason: 'a restore', restoredTo: null });
  for (let minute = 1; minute < 30; minute++) await look(minute * MINUTE);
  expect(lines).toEqual(Array(3).fill('held MAIL, WEBHOOKS, CHARGES'));
  await owner.query(`update outgoing_holds set released_at = now() where kind = 'MAIL'`);
  await look(30 * MINUTE);
  await owner.query('update outgoing_holds set released_at = now()');
  for (let minute = 31; minute < 60; minute++) await look(minute * MINUTE);
  expect(lines.slice(3)).toEqual(['held WEBHOOKS, CHARGES', 'outgoing messages are released']);
});

it('a service that starts while messages are held says so at once', async () => {
  await holdOutgoing(owner, { reason: 'a restore', restoredTo: null });
  const lines: unknown[] = [];
  const logger = { warn: (details: unknown) => lines.push(details), info: () => undefined };
  const watch = watchOutgoingHold({ ...opened, logger: logger as never });
  await expect.poll(() => lines, { timeout: 2000, interval: 10 }).toMatchObject([{ reason: 'a restore' }]);
  watch.stop();
});
