import { expect, it } from 'vitest';
import { areas } from '#app';
import { openApiDocument } from '#platform/http/openapi.ts';

const operations = areas.flatMap((area) => area.operations);
const deprecated = operations.filter((operation) => operation.deprecated);

it('every deprecated operation names one that takes its place and is not deprecated itself', () => {
  const { paths } = openApiDocument(operations, { prefix: 'platform' }) as {
    paths: Record<string, Record<string, { deprecated?: boolean; description?: string }>>;
  };
  expect(deprecated.length).toBeGreaterThan(10);
  for (const { id, route, method, deprecated: mark } of deprecated) {
    const next = operations.find((each) => `${each.method} ${each.route}` === mark?.successor);
    expect([id, next?.id, next?.deprecated]).toEqual([id, expect.any(String), undefined]);
    const described = paths[route]?.[method.toLowerCase()];
    expect(described?.deprecated).toBe(true);
    expect(described?.description).toContain(`\`${mark?.successor}\` (${next?.id}) replaces it.`);
  }
});
