import { Type } from 'typebox';
import { expect, it, vi } from 'vitest';
import { SameResponse } from './operation.ts';
import { compileWriter } from './writer.ts';

it('a response that is the same every time is written once for each writer', () => {
  const response = new SameResponse(202, { name: 'ACCEPTED', platformId: 'p1', undeclared: 1 });
  const schema = Type.Object({ name: Type.String(), platformId: Type.String() });
  const write = vi.fn(compileWriter(schema, { prefix: 'platform' }));
  const other = compileWriter(schema, { prefix: 'acme' });
  expect([response.textBy(write), response.textBy(write)]).toEqual([
    '{"name":"ACCEPTED","platformId":"p1"}',
    '{"name":"ACCEPTED","platformId":"p1"}',
  ]);
  expect(write).toHaveBeenCalledTimes(1);
  expect(response.textBy(other)).toBe('{"name":"ACCEPTED","acmeId":"p1"}');
});
