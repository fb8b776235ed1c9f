import { beforeAll, expect, it } from 'vitest';
import { addPerson } from '#test/people.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
const view = { list: 'invoices', name: 'Overdue', query: 'status=OVERDUE' };
const path = '/ext/v1/saved_views';
let sandbox: Client;
let other: Client;
beforeAll(async () => {
  ({ sandbox } = await service.createOrganization('views-update'));
  ({ sandbox: other } = await addPerson(service, { organization: 'views-update' }));
});

it('200 with a new name, other filters, and shared with everybody', async () => {
  const { id } = await sandbox.must.post(path, view);
  expect((await other.must.get(path)).data).toEqual([]);
  const change = { name: 'Late', query: 'status=OVERDUE&sortBy=due_date', isShared: true };
  expect(await sandbox.must.patch(`${path}/${id}`, change)).toMatchObject({ id, ...change, isOwn: true });
  expect((await other.must.get(`${path}?list=invoices`)).data).toMatchObject([
    { id, ...change, isOwn: false },
  ]);
  expect((await other.must.get(`${path}?list=payments`)).data).toEqual([]);
});

it('409 for the name of another of these views, and 200 for its own', async () => {
  const { id } = await sandbox.must.post(path, { ...view, name: 'First' });
  await sandbox.must.post(path, { ...view, name: 'Second' });
  expect((await sandbox.patch(`${path}/${id}`, { name: 'Second' })).status).toBe(409);
  expect((await sandbox.patch(`${path}/${id}`, { name: 'First' })).status).toBe(200);
});

it('403 for what another shares, and 404 for what is private', async () => {
  const shared = await sandbox.must.post(path, { ...view, name: 'Shared', isShared: true });
  const own = await sandbox.must.post(path, { ...view, name: 'Private' });
  expect((await other.patch(`${path}/${shared.id}`, { name: 'Mine' })).status).toBe(403);
  expect((await other.patch(`${path}/${own.id}`, { name: 'Mine' })).status).toBe(404);
});
