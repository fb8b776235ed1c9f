import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const create = async (name: string, members: object = {}): Promise<string> =>
  (await service.production.must.post('/addons', { name, type: 'FIXED_FEE', ...members })).id;
const update = (id: string, body: unknown) => service.production.patch(`/addons/${id}`, body);

describe('PATCH /addons/{addon_id}', () => {
  it('200 and only what was sent is changed', async () => {
    const id = await create('Support', { billableName: 'Support fee' });
    expect((await update(id, { name: ' Help ' })).body).toMatchObject({
      id,
      name: 'Help',
      billableName: 'Support fee',
      displayName: 'Support fee',
    });
    expect((await update(id, {})).body).toMatchObject({ name: 'Help', billableName: 'Support fee' });
  });

  it.each([[null], [''], ['  ']])('200 and the billable name is cleared by %j', async (billableName) => {
    const name = `Cleared ${JSON.stringify(billableName)}`;
    const id = await create(name, { billableName: `${name} billed` });
    const { body } = await update(id, { billableName });
    expect(body).not.toHaveProperty('billableName');
    expect(body.displayName).toBe(name);
  });

  it('200 when it keeps its own name in another case', async () => {
    const id = await create('Own name');
    expect((await update(id, { name: 'OWN NAME' })).status).toBe(200);
  });

  it('409 when another active one has the name or the billable name', async () => {
    await create('Taken', { billableName: 'Taken billable' });
    const id = await create('Free');
    const byName = await update(id, { name: 'taken' });
    expect([byName.status, byName.headers['error-code']]).toEqual([409, 'ADD_ON_NAME_TAKEN']);
    const byBillable = await update(id, { billableName: 'TAKEN BILLABLE' });
    expect([byBillable.status, byBillable.headers['error-code']]).toEqual([409, 'BILLABLE_NAME_TAKEN']);
  });

  it('200 with the name of an archived one', async () => {
    const archived = await create('Reused');
    await service.production.must.delete(`/addons/${archived}`);
    expect((await update(await create('Other'), { name: 'Reused' })).status).toBe(200);
  });

  it('400 for an archived one', async () => {
    const id = await create('Gone');
    await service.production.must.delete(`/addons/${id}`);
    const { status, body } = await update(id, { name: 'Back' });
    expect([status, body.message]).toEqual([400, `add-on ${id} is archived and cannot be changed`]);
  });

  it.each([
    [{ type: 'LICENSE' }, 'unknown field type'],
    [{ name: null }, 'name: must be a string'],
    [{ name: '' }, 'name: must not be empty'],
    [{ billableName: 'x'.repeat(256) }, 'billableName: must have at most 255 characters'],
  ])('400 for %j', async (body, message) => {
    const id = await create(`Refused ${JSON.stringify(body).slice(0, 40)}`);
    const reply = await update(id, body);
    expect([reply.status, reply.body.message.split('; ')[0]]).toEqual([400, message]);
  });

  it('404 for an id that nobody has', async () => {
    expect((await update('nobody', { name: 'x' })).status).toBe(404);
  });

  it('409 for all but one of those who take a name at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, (_, i) => create(`Racer ${i}`)));
    const replies = await Promise.all(ids.map((id) => update(id, { name: 'Winner' })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });
});
