import { beforeAll, describe, expect, it } from 'vitest';
import { expectBorders, expectRequired, type SendWith } from '#test/borders.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const QUERY = { selects: [{ columnName: 'id' }], baseDataSource: 'customers', sort: [], limit: 5 };
beforeAll(() => service.sandbox.setClock('2030-01-15T12:34:56Z'));
const send: SendWith = (members) =>
  service.sandbox.post('/ext/v1/report_templates', { name: 'a', queryInput: QUERY, ...members });

describe('POST /ext/v1/report_templates', () => {
  it('201 and no schedule when none is requested', async () => {
    const { status, body } = await send({});
    expect(status).toBe(201);
    expect(body).toEqual({
      ...{ id: expect.stringMatching(/^rtpl\./), name: 'a', status: 'ACTIVE', isBuiltIn: false },
      ...{ queryInput: QUERY, schedule: null },
      ...{ createdAt: '2030-01-15T12:34:56.000Z', updatedAt: '2030-01-15T12:34:56.000Z' },
    });
  });

  it.each([
    ['HOURLY', '2030-01-15T13:00:00.000Z'],
    ['DAILY', '2030-01-16T00:00:00.000Z'],
    ['MONTHLY', '2030-02-01T00:00:00.000Z'],
  ])('201 and %s first at %s', async (frequency, nextRunAt) => {
    const { body } = await send({ schedule: { frequency } });
    expect(body).toMatchObject({ schedule: { frequency }, nextRunAt });
    await service.sandbox.must.delete(`/ext/v1/report_templates/${body.id}`);
  });

  it('400 for what does not fit', async () => {
    await expectRequired(send, ['name', 'queryInput']);
    await expectBorders(send, 'name', {
      fits: ['x'.repeat(100)],
      rejected: [
        ['x'.repeat(101), /^name/],
        [' ', /^name/],
        [5, /^name/],
      ],
    });
    await expectBorders(send, 'schedule', {
      fits: [null],
      rejected: [
        [{ frequency: 'WEEKLY' }, /^schedule.frequency/],
        [{}, /^schedule.frequency/],
        ['DAILY', /^schedule/],
      ],
    });
    await expectBorders(send, 'queryInput', {
      fits: [],
      rejected: [
        [
          { ...QUERY, selects: [{ columnName: 'x' }] },
          /^queryInput.selects\[0\].columnName: must be one of id, name/,
        ],
        [{ ...QUERY, limit: 100_001 }, /^queryInput.limit/],
      ],
    });
    expect((await send({ status: 'ARCHIVED' })).status).toBe(400);
  });
});
