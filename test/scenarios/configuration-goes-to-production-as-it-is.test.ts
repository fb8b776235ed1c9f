import { expect, it } from 'vitest';
import { buildCatalogue, documentOf, exported, importInto } from '#test/configuration-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('x', async () => {
  await buildCatalogue(service.sandbox);
  const doc = await documentOf(service.sandbox);
  console.log(JSON.stringify(doc, null, 1));
  const { answer, rows } = await importInto(service.production, doc);
  console.log(rows, answer);
  expect(await exported(service.production)).toBe(await exported(service.sandbox));
});
