import { beforeAll, expect, test } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { orgOf } from '#test/invoice-rows.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
const NAME = 'the organization still has the name default: set its name with PATCH /ext/v1/organization';
const ADDRESS = 'the organization has no address: set its address with PATCH /ext/v1/organization';
const INCOMPLETE = 'ORGANIZATION_INCOMPLETE';

beforeAll(() => openAccount(service.production, 'acme'));

/** Production has no clock to move: this does what a worker would have done by now, and some days later. */
async function work(days = 0): Promise<void> {
  const org = await orgOf(service, 'production');
  await service.app.scheduledWork.runUntil(org, Temporal.Now.instant().add({ hours: 24 * days }));
}

const typed = (status: string, value: number) => ({
  ...{ accountId: 'acme', status, startDate: '2030-01-01T00:00:00Z', endDate: '2030-02-01T00:00:00Z' },
  lineItems: [{ description: 'Consulting', value }],
});
const past = { startDate: '2020-01-01T00:00:00Z', endDate: '2020-02-01T00:00:00Z' };
const read = (id: string): Promise<Reply['body']> => service.production.must.get(`/invoices/${id}`);
let held: string;

test('who asks for an invoice hears what to set', async () => {
  const rejected = await service.production.post('/invoices', { ...typed('DUE', 5), ...past });
  expect(rejected.status).toBe(400);
  expect(rejected.body.message).toContain(`stays a draft: ${NAME}; ${ADDRESS}`);
});

test('what is due by itself is held back and says why, day after day', async () => {
  const { id } = await service.production.must.post('/invoices', {
    ...{ ...typed('DRAFT', 7.5), ...past, autoAdvance: true },
  });
  held = id;
  await work();
  const info = [
    { type: INCOMPLETE, value: NAME },
    { type: INCOMPLETE, value: ADDRESS },
  ];
  expect(await read(id)).toMatchObject({ status: 'DRAFT', totalAmount: 7.5, info });
  await work(3);
  expect(await read(id)).toMatchObject({ status: 'DRAFT', info });
});

test('a name alone is not enough', async () => {
  await service.production.must.patch('/ext/v1/organization', { name: 'Initech' });
  await work();
  expect(await read(held)).toMatchObject({ status: 'DRAFT', info: [{ type: INCOMPLETE, value: ADDRESS }] });
});

test('with name and address it is issued at once, with the first number', async () => {
  await service.production.must.patch('/ext/v1/organization', { address: { line1: '1 Main Street' } });
  await work();
  const issued = await read(held);
  expect(issued).toMatchObject({ status: 'DUE', totalAmount: 7.5, info: [] });
  expect(issued.sequenceId).toMatch(/-0001$/);
  const { organization } = issued.invoiceDetails;
  expect(organization).toMatchObject({ businessName: 'Initech', address: { line1: '1 Main Street' } });
});

test('a sandbox issues whatever it is called', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-03-01T00:00:00Z');
  await openAccount(sandbox, 'acme');
  expect((await sandbox.must.post('/invoices', typed('DUE', 5))).status).toBe('DUE');
});
