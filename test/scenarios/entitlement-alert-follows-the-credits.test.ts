import { expect, it } from 'vitest';
import { createAlert, incidentLines } from '#test/alert-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { ingestCall, sellCalls } from '#test/feature-scenario.ts';
import { grantCredits } from '#test/granted-credits.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('fires when an account has less left than the threshold, and ends when it has enough again', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const featureId = await sellCalls(sandbox);
  await openAccount(sandbox, 'a1');
  await grantCredits(service, [
    { id: 'january', featureId, granted: '100' },
    { id: 'later', featureId, granted: '50', from: '2030-01-01T02:00:00Z' },
  ]);
  const alert = await createAlert(sandbox, {
    ...{ alertTemplateId: 'ENTITLEMENT_BALANCE', ownerDetails: { accountId: 'a1' } },
    ...{ entityDetails: { featureId }, parameters: { threshold: 20 } },
  });
  const call = async (minutes: string) => {
    const { now } = await sandbox.must.get('/ext/v1/clock');
    return (await ingestCall(sandbox, `call of ${minutes}`, { at: now, minutes })).status;
  };
  expect(await call('80')).toBe(200);
  await sandbox.setClock('2030-01-01T00:30:00Z');
  expect(await incidentLines(sandbox, alert)).toEqual([]); // 20 are left
  expect(await call('0.5')).toBe(200);
  await sandbox.setClock('2030-01-01T01:00:00Z');
  expect(await incidentLines(sandbox, alert)).toEqual(['01-01T01:00 ACTIVE v1 19.5 checked 01-01T01:00']);
  expect(await call('10')).toBe(200);
  await sandbox.setClock('2030-01-01T01:30:00Z');
  const low = '01-01T01:00 ACTIVE v1 9.5 checked 01-01T01:30';
  expect(await incidentLines(sandbox, alert)).toEqual([low]);
  await sandbox.setClock('2030-01-01T02:00:00Z');
  expect(await incidentLines(sandbox, alert)).toEqual([low.replace('ACTIVE', 'CLOSED')]);
});
