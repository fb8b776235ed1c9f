import { expect, it } from 'vitest';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const view = { list: 'invoices', name: 'Overdue', query: 'status=OVERDUE' };
const path = '/ext/v1/saved_views';

it('200 once, then 404; 403 for what another shares, and 404 for what is private', async () => {
  const { sandbox } = await service.createOrganization('views-delete');
  const { sandbox: other } = await addPerson(service, { organization: 'views-delete' });
  const shared = await sandbox.must.post(path, { ...view, isShared: true });
  const own = await sandbox.must.post(path, { ...view, name: 'Private' });
  expect((await other.delete(`${path}/${shared.id}`)).status).toBe(403);
  expect((await other.delete(`${path}/${own.id}`)).status).toBe(404);
  expect((await sandbox.must.delete(`${path}/${shared.id}`)).success).toBe(true);
  expect((await sandbox.delete(`${path}/${shared.id}`)).status).toBe(404);
  expect((await sandbox.must.get(path)).data).toEqual([own]);
});
