import { beforeAll, expect, it } from 'vitest';
import { draftOf, idOf, type Office, openOffice, outcomeOf, setPolicy } from '#test/approval-scenario.ts';
import { setAutoAdvance } from '#test/bill-run-scenario.ts';
import { editTimeline, listInvoices, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';
import { callAllHooks, setHook, useScriptedHook } from '#test/scripted-hook.ts';
import { LOCAL_CONNECTOR } from '#test/scripted-provider.ts';

const service = useService(LOCAL_CONNECTOR);
const hook = useScriptedHook();
let office: Office;
beforeAll(async () => {
  office = await openOffice(service, 'hooked');
  await service.sandbox.setClock('2030-03-01T00:00:00Z');
  await setHook(office.program, hook, 'TAX');
  await setPolicy(office, [{ kind: 'FINALIZATION' }]);
});

const call = async () => {
  await callAllHooks(service, hook);
  await office.program.settle();
};
const read = (id: string) => office.program.must.get(`/invoices/${id}`);
const approve = (id: string) => office.bob.sandbox.must.post(`/ext/v1/approvals/${id}/approve`);

it('is approved before its hooks are called, and issued with their taxes', async () => {
  await openAccount(office.program, 'a');
  const { id } = await office.program.must.post('/invoices', draftOf('a', { status: 'DRAFT' }));
  const reply = await office.ann.sandbox.patch(`/invoices/${id}`, { status: 'DUE' });
  expect(outcomeOf(reply)).toBe('409 APPROVAL_REQUIRED');
  expect((await read(id)).finalizingStatus).toBeUndefined();
  await call();
  expect(hook.requested).toEqual([]);
  await approve(idOf(reply));
  expect(await read(id)).toMatchObject({ status: 'DRAFT', finalizingStatus: 'FINALIZING' });
  await call();
  // 100 and 20 % of tax, which only the hook knows.
  expect(await read(id)).toMatchObject({ status: 'DUE', totalAmount: 120 });
});

it('is not issued if it comes to something else when the hooks have answered', async () => {
  const { program, ann } = office;
  await setAutoAdvance(program, { entityType: 'ORGANIZATION', entityId: 'hooked' }, false);
  const fee = await sellFee(program, 'Fee');
  const cards = [{ type: 'FIXED_FEE' as const, billableId: fee, fee: { rate: 10 } }];
  const planId = await publishPlan(program, { name: 'Plan', cards });
  await openAccount(program, 'b');
  await editTimeline(program, 'b', [{ planId, from: '2030-03-01', until: '2030-04-01' }]);
  await program.setClock('2030-04-01T00:00:00Z');
  const [{ id }] = await listInvoices(program, 'b');
  const asked = await ann.sandbox.patch(`/invoices/${id}`, { status: 'DUE' });
  await approve(idOf(asked));
  expect((await read(id)).finalizingStatus).toBe('FINALIZING');
  // The draft itself cannot be changed now, but a setting of its charges can.
  await program.must.post('/settings', {
    ...{ entityType: 'ORGANIZATION', entityId: 'hooked', namespace: 'PLATFORM', id: 'MISC_CHARGES' },
    ...{ name: 'Charges', dataType: 'JSON', value: '[{"name":"Handling","value":"5"}]' },
  });
  await call();
  const after = await read(id);
  expect(after).toMatchObject({ status: 'DRAFT', autoAdvance: false });
  expect(after.info.at(-1)).toEqual({
    type: 'FINALIZATION_FAILED',
    value: 'its total was 10 USD when its issue was requested, and is now 15 USD',
  });
  const again = await ann.sandbox.patch(`/invoices/${id}`, { status: 'DUE' });
  await approve(idOf(again));
  await call();
  // 15 and 20 % of tax.
  expect(await read(id)).toMatchObject({ status: 'DUE', totalAmount: 18 });
});
