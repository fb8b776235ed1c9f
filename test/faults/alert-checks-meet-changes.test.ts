import { expect, it } from 'vitest';
import { createAlert, listIncidents } from '#test/alert-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('checks, changes and closings of one alert at the same time leave at most one open incident', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const alert = await createAlert(sandbox, {
    ...{ alertTemplateId: 'CREDIT_BALANCE', parameters: { threshold: 1 } },
  });
  for (let round = 1; round <= 12; round++) {
    const now = Temporal.Instant.from('2030-01-01T00:00:00Z').add({ minutes: 30 * round });
    const open = (await listIncidents(sandbox, alert)).filter(({ status }) => status === 'ACTIVE');
    const replies = await Promise.all([
      sandbox.put('/ext/v1/clock', { now: now.toString() }),
      sandbox.patch(`/alerts/${alert}`, { parameters: { threshold: round + 1 } }),
      sandbox.patch(`/alerts/${alert}`, { status: round % 2 ? 'INACTIVE' : 'ACTIVE' }),
      ...open.map(({ id }) => sandbox.put(`/incidents/${id}/status`, { status: 'CLOSED' })),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  }
  await sandbox.must.patch(`/alerts/${alert}`, { status: 'ACTIVE' });
  await sandbox.setClock('2030-01-02T00:00:00Z');
  const { version } = await sandbox.must.get(`/ext/v1/alerts/${alert}`);
  expect(version).toBe(13);
  const open = (await listIncidents(sandbox, alert)).filter(({ status }) => status === 'ACTIVE');
  expect(open.map(({ alertVersion }) => alertVersion)).toEqual([13]);
});
