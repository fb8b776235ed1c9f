import { expect, it } from 'vitest';
import { createAlert, listIncidents } from '#test/alert-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();

/** Every time at which an alert was checked on the way, looked for every half hour. */
async function checksUntil(client: Client, alert: string, until: string): Promise<string[]> {
  const checks = new Set<string>();
  const { now } = await client.must.get('/ext/v1/clock');
  const end = Temporal.Instant.from(until);
  for (let at = Temporal.Instant.from(now); Temporal.Instant.compare(at, end) < 0; ) {
    at = at.add({ minutes: 30 });
    await client.setClock(at.toString());
    for (const { lastCheckedAt } of await listIncidents(client, alert)) checks.add(lastCheckedAt);
  }
  return [...checks];
}

// Threshold 0 always holds, so that the incident shows the time of every check.
const always = { alertTemplateId: 'UNPROCESSED_EVENTS', parameters: { threshold: 0 }, interval: '0 0 * * *' };

it.each([
  // zone              from                    checks, at local midnight or when the day begins
  [
    'America/New_York',
    '2030-03-09T17:00:00Z', // the 10th has 23 hours
    ['2030-03-10T05:00:00.000Z', '2030-03-11T04:00:00.000Z', '2030-03-12T04:00:00.000Z'],
  ],
  [
    'America/New_York',
    '2030-11-02T16:00:00Z', // the 3rd has 25 hours
    ['2030-11-03T04:00:00.000Z', '2030-11-04T05:00:00.000Z', '2030-11-05T05:00:00.000Z'],
  ],
  [
    'America/Santiago',
    '2031-04-05T15:00:00Z', // midnight comes back to 23:00, so that the 5th has 25 hours
    ['2031-04-06T04:00:00.000Z', '2031-04-07T04:00:00.000Z', '2031-04-08T04:00:00.000Z'],
  ],
  [
    'America/Santiago',
    '2031-09-06T16:00:00Z', // the 7th begins at 01:00
    ['2031-09-07T04:00:00.000Z', '2031-09-08T03:00:00.000Z', '2031-09-09T03:00:00.000Z'],
  ],
])('%s from %s', async (timezone, from, expected) => {
  const { sandbox } = service;
  await sandbox.must.patch('/ext/v1/organization', { timezone });
  await sandbox.setClock(from);
  const alert = await createAlert(sandbox, always);
  const end = Temporal.Instant.from(from).add({ hours: 72 });
  expect(await checksUntil(sandbox, alert, end.toString())).toEqual(expected);
  await sandbox.must.patch(`/alerts/${alert}`, { status: 'INACTIVE' });
});
