import pg from 'pg';
import { expect, test } from 'vitest';
import { editTimeline, onlyInvoice, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

test('the database prevents any change of what an issued invoice says', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const addOn = await sellFee(sandbox, 'Fee');
  const plan = await publishPlan(sandbox, {
    name: 'plan',
    cards: [{ type: 'FIXED_FEE', billableId: addOn, fee: { rate: 10 } }],
  });
  await openAccount(sandbox, 'one');
  await editTimeline(sandbox, 'one', [{ planId: plan, from: '2030-01-01', until: '2030-02-01' }]);
  await sandbox.setClock('2030-02-01T00:00:00Z');
  const issued = await onlyInvoice(sandbox, 'one');

  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  try {
    for (const statement of [
      `update invoices set total_amount = 1 where id = $1`,
      `update invoices set document = '{}' where id = $1`,
      `update invoices set inputs = '{}' where id = $1`,
      `update invoices set details = '{}' where id = $1`,
      `update invoices set sequence_id = '2030-02-9999' where id = $1`,
      `update invoices set miscellaneous_charges = '[{"name":"x","value":"1"}]' where id = $1`,
      `update invoices set finalizing_status = null where id = $1`,
      `delete from invoices where id = $1`,
    ])
      await expect(owner.query(statement, [issued.id]), statement).rejects.toMatchObject({ code: 'TM001' });
    // Nor is it paid without a payment.
    const unpaid = owner.query(`update invoices set paid_amount = 10, status = 'PAID' where id = $1`, [
      issued.id,
    ]);
    await expect(unpaid).rejects.toMatchObject({ code: 'TM002' });
  } finally {
    await owner.end();
  }
  // What happens to it afterwards is written beside what it says.
  await sandbox.must.patch(`/invoices/${issued.id}`, { status: 'PAID' });
  expect(await onlyInvoice(sandbox, 'one')).toMatchObject({
    status: 'PAID',
    paidAmount: 10,
    totalAmount: 10,
  });
});

test('names and addresses stay as they were when it was issued', async () => {
  const { sandbox } = service;
  const before = (await onlyInvoice(sandbox, 'one')).invoiceDetails;
  await sandbox.must.patch('/customers/customer-one', { name: 'Renamed' });
  await sandbox.must.patch('/ext/v1/organization', { name: 'Renamed too' });
  expect((await onlyInvoice(sandbox, 'one')).invoiceDetails).toEqual(before);
  expect(before).toMatchObject({
    customer: { name: 'Customer one', primaryEmail: 'one@example.com' },
    account: { name: 'Account one', invoiceCurrency: 'USD', address: { city: 'Springfield' } },
    pricePlanName: 'plan',
    organization: { businessName: 'default' },
  });
});
