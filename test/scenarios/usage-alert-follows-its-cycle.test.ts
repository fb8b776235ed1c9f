import { beforeAll, describe, expect, it } from 'vitest';
import {
  closeIncident,
  createAlert,
  incidentLines,
  listIncidents,
  usageAlert,
} from '#test/alert-scenario.ts';
import { editTimeline, openAccount, publishPlan, sellUsage, use } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let meter: string;
let plan: string;

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  meter = await sellUsage(sandbox, 'calls');
  plan = await publishPlan(sandbox, {
    name: 'plan',
    cards: [{ type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 2 }] } }],
  });
  for (const id of ['one', 'two', 'three', 'idle']) await openAccount(sandbox, id);
  for (const id of ['one', 'two', 'three'])
    await editTimeline(sandbox, id, [{ planId: plan, from: '2030-01-01' }]);
});

const useAt = (account: string, at: string, amount: string) =>
  use(service.sandbox, { meter: 'calls', account, at, amount });

describe('a usage alert of an account', () => {
  it('fires in its cycle, says what it finds, ends with the cycle and fires again in the next', async () => {
    const { sandbox } = service;
    const daily = await createAlert(sandbox, {
      ...usageAlert({ meter, account: 'one', threshold: 10 }),
      interval: 'P1D',
    });
    await useAt('one', '2030-01-01T00:00:00Z', '9.999999999999999999');
    await sandbox.setClock('2030-01-02T00:00:00Z');
    expect(await incidentLines(sandbox, daily)).toEqual([]);
    await useAt('one', '2030-01-02T00:00:00Z', '0.000000000000000001');
    await sandbox.setClock('2030-01-02T23:59:59Z');
    expect(await incidentLines(sandbox, daily)).toEqual([]);
    await sandbox.setClock('2030-01-03T00:00:00Z');
    expect(await incidentLines(sandbox, daily)).toEqual([
      '01-03T00:00 ACTIVE v1 10 checked 01-03T00:00 until 02-01T00:00',
    ]);

    await useAt('one', '2030-01-03T00:00:00Z', '5');
    await sandbox.setClock('2030-01-31T23:00:00Z');
    expect(await incidentLines(sandbox, daily)).toEqual([
      '01-03T00:00 ACTIVE v1 15 checked 01-31T00:00 until 02-01T00:00',
    ]);
    await useAt('one', '2030-01-31T23:00:00Z', '1');
    // The new cycle has no usage; the incident says how the old one ended.
    await sandbox.setClock('2030-02-01T00:00:00Z');
    const closed = '01-03T00:00 CLOSED v1 16 checked 02-01T00:00 until 02-01T00:00';
    expect(await incidentLines(sandbox, daily)).toEqual([closed]);
    await useAt('one', '2030-02-01T00:00:00Z', '11');
    await sandbox.setClock('2030-02-02T12:00:00Z');
    expect(await incidentLines(sandbox, daily)).toEqual([
      closed,
      '02-02T00:00 ACTIVE v1 11 checked 02-02T00:00 until 03-01T00:00',
    ]);
  });

  it('raises nothing new after a caller closed its incident, until the next cycle (vector 19)', async () => {
    const { sandbox } = service;
    const terms = usageAlert({ meter, account: 'two', threshold: 5 });
    const alert = await createAlert(sandbox, { ...terms, interval: 'PT12H' });
    await useAt('two', '2030-02-02T12:00:00Z', '6');
    await sandbox.setClock('2030-02-03T00:00:00Z');
    const [incident] = await listIncidents(sandbox, alert);
    expect(incident).toMatchObject({ status: 'ACTIVE', reportData: { usageValue: 6 } });
    await closeIncident(sandbox, incident.id);
    await useAt('two', '2030-02-03T00:00:00Z', '6');
    await sandbox.setClock('2030-02-28T12:00:00Z');
    const closed = '02-03T00:00 CLOSED v1 6 checked 02-03T00:00 until 03-01T00:00';
    expect(await incidentLines(sandbox, alert)).toEqual([closed]);
    await sandbox.setClock('2030-03-01T00:00:00Z');
    await useAt('two', '2030-03-01T00:00:00Z', '5');
    await sandbox.setClock('2030-03-02T00:00:00Z');
    expect(await incidentLines(sandbox, alert)).toEqual([
      closed,
      '03-01T12:00 ACTIVE v1 5 checked 03-02T00:00 until 04-01T00:00',
    ]);
  });

  it('has incidents of its version only: another threshold closes what is open', async () => {
    const { sandbox } = service;
    const alert = await createAlert(sandbox, usageAlert({ meter, account: 'three', threshold: 5 }));
    await useAt('three', '2030-03-02T00:00:00Z', '6');
    await sandbox.setClock('2030-03-02T00:30:00Z');
    await sandbox.must.patch(`/alerts/${alert}`, { parameters: { threshold: 6 } });
    const first = '03-02T00:30 CLOSED v1 6 checked 03-02T00:30 until 04-01T00:00';
    expect(await incidentLines(sandbox, alert)).toEqual([first]);
    await sandbox.setClock('2030-03-02T01:00:00Z');
    expect(await incidentLines(sandbox, alert)).toEqual([
      first,
      '03-02T01:00 ACTIVE v2 6 checked 03-02T01:00 until 04-01T00:00',
    ]);
    await sandbox.must.patch(`/alerts/${alert}`, { status: 'INACTIVE' });
  });
});

describe('a usage alert of all accounts', () => {
  it('adds up the calendar month', async () => {
    const { sandbox } = service;
    await sandbox.setClock('2030-04-01T00:00:00Z');
    const alert = await createAlert(sandbox, {
      ...usageAlert({ meter, threshold: 10 }),
      interval: '0 */12 * * *',
    });
    await useAt('one', '2030-04-01T00:00:00Z', '4');
    await useAt('two', '2030-04-01T00:00:00Z', '5.5');
    await sandbox.setClock('2030-04-01T12:00:00Z');
    expect(await incidentLines(sandbox, alert)).toEqual([]);
    await useAt('idle', '2030-04-01T12:00:00Z', '0.5');
    await sandbox.setClock('2030-04-30T23:59:00Z');
    const open = '04-02T00:00 ACTIVE v1 10 checked 04-30T12:00 until 05-01T00:00';
    expect(await incidentLines(sandbox, alert)).toEqual([open]);
    await sandbox.setClock('2030-05-01T00:00:00Z');
    const closed = '04-02T00:00 CLOSED v1 10 checked 05-01T00:00 until 05-01T00:00';
    expect(await incidentLines(sandbox, alert)).toEqual([closed]);
  });

  it('and one of an account without a plan its own calendar month', async () => {
    const { sandbox } = service;
    const alert = await createAlert(sandbox, usageAlert({ meter, account: 'idle', threshold: 2 }));
    await useAt('idle', '2030-05-01T00:00:00Z', '2');
    await sandbox.setClock('2030-05-01T00:30:00Z');
    expect(await incidentLines(sandbox, alert)).toEqual([
      '05-01T00:30 ACTIVE v1 2 checked 05-01T00:30 until 06-01T00:00',
    ]);
  });
});
