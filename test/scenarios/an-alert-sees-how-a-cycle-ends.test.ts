import { expect, it } from 'vitest';
import {
  closeIncident,
  createAlert,
  incidentLines,
  listIncidents,
  usageAlert,
} from '#test/alert-scenario.ts';
import { editTimeline, openAccount, publishPlan, sellUsage, use } from '#test/billing-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
const NAMES = ['late', 'early', 'muted', 'fewer'] as const;

it('usage after the last check opens an incident at the end of a cycle that had none', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-06-01T00:00:00Z');
  const meter = await sellUsage(sandbox, 'calls');
  const plan = await publishPlan(sandbox, {
    name: 'plan',
    cards: [{ type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 2 }] } }],
  });
  const useAt = (account: string, at: string, amount: string) =>
    use(sandbox, { meter: 'calls', account, at, amount });
  const watch = (account: string) =>
    createAlert(sandbox, { ...usageAlert({ meter, account, threshold: 5 }), interval: 'PT12H' });
  const alerts: Record<string, string> = {};
  for (const name of [...NAMES, 'leaver']) {
    await openAccount(sandbox, name);
    await editTimeline(sandbox, name, [{ planId: plan, from: '2030-06-01' }]);
    alerts[name] = await watch(name);
  }
  const linesOf = (name: string) => incidentLines(sandbox, alerts[name] ?? '');
  const all = async () => {
    const lines = await Promise.all(NAMES.map(linesOf));
    return Object.fromEntries(NAMES.map((name, i) => [name, lines[i]]));
  };

  // The last cycle of an account that leaves ends with its schedule.
  await editTimeline(sandbox, 'leaver', [{ from: '2030-06-25' }]);
  await useAt('early', '2030-06-01T00:00:00Z', '5');
  await useAt('muted', '2030-06-01T00:00:00Z', '5');
  await sandbox.setClock('2030-06-24T12:00:00Z');
  await useAt('leaver', '2030-06-24T12:00:00Z', '5');
  await sandbox.setClock('2030-06-25T00:00:00Z');
  expect(await linesOf('leaver')).toContain('06-25T00:00 CLOSED v1 5 checked 06-25T00:00 until 06-25T00:00');

  await sandbox.setClock('2030-06-30T12:00:00Z');
  const [first] = await listIncidents(sandbox, alerts.muted ?? '');
  await closeIncident(sandbox, first.id);
  await useAt('late', '2030-06-30T12:00:00Z', '6');
  await useAt('early', '2030-06-30T12:00:00Z', '1');
  await useAt('muted', '2030-06-30T12:00:00Z', '1');
  await useAt('fewer', '2030-06-30T12:00:00Z', '4.99');
  expect((await all()).late).toEqual([]);
  await sandbox.setClock('2030-07-01T00:00:00Z');
  const ended = '07-01T00:00 CLOSED v1 6 checked 07-01T00:00 until 07-01T00:00';
  const atTheEnd = {
    late: [ended],
    early: ['06-01T12:00 CLOSED v1 6 checked 07-01T00:00 until 07-01T00:00'],
    muted: ['06-01T12:00 CLOSED v1 5 checked 06-30T12:00 until 07-01T00:00'],
    fewer: [],
  };
  expect(await all()).toEqual(atTheEnd);

  // Not again later, and an alert that was made afterwards sees nothing of what was before.
  const younger = await watch('late');
  await sandbox.setClock('2030-07-03T00:00:00Z');
  expect(await all()).toEqual(atTheEnd);
  expect(await incidentLines(sandbox, younger)).toEqual([]);
  await useAt('late', '2030-07-03T00:00:00Z', '5');
  await sandbox.setClock('2030-07-03T12:00:00Z');
  const open = '07-03T12:00 ACTIVE v1 5 checked 07-03T12:00 until 08-01T00:00';
  expect(await linesOf('late')).toEqual([ended, open]);

  // Its beginning and its end are published.
  const [{ id }] = await listIncidents(sandbox, alerts.late ?? '');
  const { data } = await sandbox.must.get(`/ext/v1/webhooks/events?resource_id=${id}`);
  const published = data.map(({ sequence, type }: Reply['body']) => `${sequence} ${type}`);
  expect(published.toSorted()).toEqual(['1 incident.created', '2 incident.closed']);
});
