import { expect, it } from 'vitest';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';
import { MAX_SAVED_VIEWS } from './create-saved-view.ts';

const service = useService();
const view = { list: 'invoices', name: 'Overdue', query: 'status=OVERDUE' };
const path = '/ext/v1/saved_views';

it('201, private unless it is shared, and of the one who saved it', async () => {
  const { sandbox } = await service.createOrganization('views-create');
  const saved = await sandbox.must.post(path, view);
  expect(saved).toMatchObject({ ...view, isShared: false, isOwn: true });
  expect((await sandbox.must.get(path)).data).toEqual([saved]);
});

it('409 when the caller has the name for this list, also if two requests save it at once', async () => {
  const { sandbox } = await service.createOrganization('views-names');
  const both = await Promise.all([1, 2].map(() => sandbox.post(path, view)));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(both.find(({ status }) => status === 409)?.headers['error-code']).toBe('SAVED_VIEW_NAME_TAKEN');
  expect((await sandbox.post(path, { ...view, list: 'payments' })).status).toBe(201);
  const person = await addPerson(service, { organization: 'views-names' });
  expect((await person.sandbox.post(path, view)).status).toBe(201);
});

it(`409 for more than ${MAX_SAVED_VIEWS}`, async () => {
  const { sandbox } = await service.createOrganization('views-many');
  for (let n = 0; n < MAX_SAVED_VIEWS; n++) await sandbox.must.post(path, { ...view, name: `View ${n}` });
  const { status, headers } = await sandbox.post(path, view);
  expect([status, headers['error-code']]).toEqual([409, 'TOO_MANY_SAVED_VIEWS']);
});

it.each([
  [{ ...view, list: '../settings' }, 'list'],
  [{ ...view, list: 'Invoices' }, 'list'],
  [{ ...view, name: '' }, 'name'],
  [{ ...view, query: 'x'.repeat(2001) }, 'query'],
])('400 for %j', async (body, member) => {
  const { sandbox } = await service.createOrganization(`views-bad-${member}-${body.list.length}`);
  const { status, body: answer } = await sandbox.post(path, body);
  expect([status, answer.message]).toEqual([400, expect.stringContaining(member)]);
});
