import { expect, it } from 'vitest';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const path = '/ext/v1/saved_views';

it('200 with the own views and those that others share, by name', async () => {
  const { sandbox, production } = await service.createOrganization('views-list');
  const { sandbox: other } = await addPerson(service, { organization: 'views-list', name: 'Anna Berg' });
  const save = (by: typeof sandbox, name: string, isShared: boolean) =>
    by.must.post(path, { list: 'invoices', name, query: '', isShared });
  await save(sandbox, 'c own', false);
  await save(other, 'b shared', true);
  await save(other, 'a private', false);
  const { data } = await sandbox.must.get(path);
  expect(data.map(({ name, isOwn }: Row) => [name, isOwn])).toEqual([
    ['b shared', false],
    ['c own', true],
  ]);
  expect(data[0].ownerName).toBe('Anna Berg');
  expect((await production.must.get(path)).data).toEqual([]);
});

interface Row {
  name: string;
  isOwn: boolean;
}
