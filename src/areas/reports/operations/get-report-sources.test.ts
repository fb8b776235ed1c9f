import { expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();

it('200 and every source that a query may name', async () => {
  const { sources } = await service.sandbox.must.get('/ext/v1/report_sources');
  for (const { name, columns, hasTime } of sources) {
    const queryInput = {
      selects: columns.map((column: { name: string }) => ({ columnName: column.name })).slice(0, 30),
      ...{ baseDataSource: name, sort: [], limit: 1 },
    };
    expect(await service.sandbox.must.post('/ext/v1/report_previews', { queryInput })).toMatchObject({
      hasTime,
    });
  }
  expect(sources).toHaveLength(13);
});
