import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { memberList } from '../reference/members.ts';
import { openApiDocument } from './openapi.ts';
import { operation } from './operation.ts';
import { Closed, DateTime, ExactNumber, Recursive } from './schemas.ts';
import { compileWriter } from './writer.ts';

interface Branch {
  platformId?: string;
  value: string;
  at?: Temporal.Instant;
  below: Branch[];
}
const Branch = Recursive<Branch>('Branch', (self) =>
  Closed({
    platformId: Type.Optional(Type.String()),
    value: ExactNumber(),
    at: Type.Optional(DateTime()),
    below: Type.Array(self),
  }),
);
const Grove = Closed({ first: Branch, rest: Type.Optional(Type.Array(Branch)) });

const leaf = (value: string) => ({ value, below: [] });

describe('the writer of a schema that contains itself', () => {
  const print = (schema: object, value: unknown) =>
    JSON.stringify(compileWriter(schema, { prefix: 'acme' })(value));

  it('prints every level by the same rules', () => {
    const at = Temporal.Instant.from('2026-01-31T00:00:00Z');
    const inner = { ...leaf('0.10'), at, platformId: 'p', secret: 1 };
    const sent = { first: { value: '10000000000000000000.1', below: [{ value: '2', below: [inner] }] } };
    expect(print(Grove, sent)).toBe(
      '{"first":{"value":10000000000000000000.1,"below":[{"value":2,"below":' +
        '[{"acmeId":"p","value":0.1,"at":"2026-01-31T00:00:00.000Z","below":[]}]}]}}',
    );
  });

  it('stands at several places, also at the root and in lists', () => {
    expect(print(Grove, { first: leaf('1'), rest: [leaf('2')] })).toBe(
      '{"first":{"value":1,"below":[]},"rest":[{"value":2,"below":[]}]}',
    );
    expect(print(Branch, { value: '1', below: [leaf('2')] })).toBe(
      '{"value":1,"below":[{"value":2,"below":[]}]}',
    );
  });

  it('rejects at start a reference that leads nowhere', () => {
    expect(() => compileWriter({ $ref: 'Twig' }, { prefix: 'platform' })).toThrow(/Twig/);
  });
});

describe('the OpenAPI document of a schema that contains itself', () => {
  const getGrove = operation({
    id: 'getGrove',
    method: 'GET',
    route: '/grove',
    scope: null,
    summary: 'Get the grove',
    response: { status: 200, body: Grove },
    handle: () => Promise.reject(new Error('never called')),
  });
  const text = JSON.stringify(openApiDocument([getGrove], { prefix: 'acme' }));
  const document = JSON.parse(text);

  it('names it once among the components and refers to it everywhere', () => {
    const reference = { $ref: '#/components/schemas/Branch' };
    const { properties, $id } = document.components.schemas.Branch;
    expect($id).toBeUndefined();
    expect(Object.keys(properties)).toEqual(['acmeId', 'value', 'at', 'below']);
    expect(properties.below).toEqual({ type: 'array', items: reference });
    const { schema } = document.paths['/grove'].get.responses['200'].content['application/json'];
    expect(schema).toEqual({ $ref: '#/components/schemas/GetGroveResponse' });
    expect(document.components.schemas.GetGroveResponse.properties).toEqual({
      ...{ first: reference, rest: { type: 'array', items: reference } },
    });
  });

  it('is shown by its name in the reference, expanded once and linked from there', () => {
    const place = { page: 'objects/GetGroveResponse', schemas: document.components.schemas, depth: 4 };
    const list = memberList({ $ref: '#/components/schemas/GetGroveResponse' }, place)?.text ?? '';
    expect(list).toContain(
      '<code>rest</code> <span class="type">array of <a href="../objects/Branch">Branch</a></span>',
    );
    expect(list.match(/<code>below<\/code>/g)).toHaveLength(2);
  });

  it('has no reference that leads nowhere', () => {
    const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
    for (const name of names) expect(document.components.schemas).toHaveProperty([name as string]);
  });
});
