import { beforeAll, describe, expect, it } from 'vitest';
import { expectRejected } from '#test/borders.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const QUERY = { selects: [{ columnName: 'id' }], baseDataSource: 'customers', sort: [], limit: 5 };
let id: string;
beforeAll(async () => {
  await service.sandbox.setClock('2030-01-15T12:00:00Z');
  ({ id } = await service.sandbox.must.post('/ext/v1/report_templates', { name: 'a', queryInput: QUERY }));
});
const patch = (body: object, of = id) => service.sandbox.patch(`/ext/v1/report_templates/${of}`, body);
const countReports = async () => (await service.sandbox.must.get('/reports?pageSize=100')).data.length;

describe('PATCH /ext/v1/report_templates/{report_template_id}', () => {
  it('200 and what is not named stays', async () => {
    const queryInput = { ...QUERY, limit: 6 };
    expect((await patch({ queryInput })).body).toMatchObject({ name: 'a', queryInput, schedule: null });
    expect((await patch({ name: 'b' })).body).toMatchObject({ name: 'b', queryInput });
    expect((await patch({})).status).toBe(200);
  });

  it('200 and a schedule that begins and ends', async () => {
    const { body } = await patch({ schedule: { frequency: 'HOURLY' } });
    expect(body.nextRunAt).toBe('2030-01-15T13:00:00.000Z');
    await service.sandbox.setClock('2030-01-15T14:30:00Z');
    expect(await countReports()).toBe(2);
    expect((await patch({ schedule: { frequency: 'HOURLY' } })).body.nextRunAt).toBe(
      '2030-01-15T15:00:00.000Z',
    );
    expect((await patch({ schedule: null })).body).not.toHaveProperty('nextRunAt');
    await service.sandbox.setClock('2030-01-15T18:00:00Z');
    expect(await countReports()).toBe(2);
  });

  it('400 for a built-in or archived one, and for what does not fit', async () => {
    expectRejected(await patch({ name: 'x' }, 'USAGE'), 400, /^report template USAGE is built in/);
    expectRejected(await patch({ name: ' ' }), 400, /^name/);
    expectRejected(await patch({ schedule: { frequency: 'NOW' } }), 400, /^schedule.frequency/);
    expectRejected(
      await patch({ queryInput: { ...QUERY, baseDataSource: 'x' } }),
      400,
      /^queryInput.baseData/,
    );
    await service.sandbox.must.delete(`/ext/v1/report_templates/${id}`);
    expectRejected(await patch({ name: 'x' }), 400, `report template ${id} is archived; create a new one`);
    const response = await service.sandbox.post('/ext/v1/reports', { reportTemplateId: id });
    expectRejected(response, 400, /is archived/);
  });

  it('404 for one of another', async () => {
    expect((await service.production.patch(`/ext/v1/report_templates/${id}`, {})).status).toBe(404);
  });
});
