import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { areas } from '#app';
import { decimal } from '#core/decimal.ts';
import { compileOperation } from '#platform/http/compile.ts';
import type { Operation } from '#platform/http/operation.ts';
import { compileBody } from '#platform/http/validation.ts';
import { compileWriter } from '#platform/http/writer.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

/** Under WIRE_PREFIX every member `platform…` has the deployment's own prefix, however deep it stands. */
const service = useService({ WIRE_PREFIX: 'acme' });
const operations = areas.flatMap((area) => area.operations);
const OURS = /"platform[A-Z]\w*"/;

type Node = Record<string, unknown>;

/** The names `platform…` in a schema, with the place of each. */
function* prefixed(node: unknown, path = ''): Generator<string> {
  if (node === null || typeof node !== 'object') return;
  for (const [key, value] of Object.entries(node)) {
    if (key !== 'properties') yield* prefixed(value, path);
    else
      for (const [name, member] of Object.entries(value as Node)) {
        if (/^platform[A-Z]/.test(name)) yield `${path}.${name}`;
        yield* prefixed(member, `${path}.${name}`);
      }
  }
}

function answersOf({ response, stream }: Operation): TSchema[] {
  const { body, alternatives = {}, legacyBody } = response;
  const all = [body, ...Object.values(alternatives), ...Object.values(stream?.messages ?? {})];
  return legacyBody ? [...all, legacyBody] : all;
}

/** A value with every member of an answer, as a handler returns it; each list has one entry. */
function full(schema: unknown, depth = 0): unknown {
  const node = schema as Node & { properties?: Node; items?: unknown; anyOf?: unknown[] };
  if (node.decimal) return decimal('1');
  if (node.instant) return Temporal.Instant.from('2030-01-01T00:00:00Z');
  if (node.plainDate) return Temporal.PlainDate.from('2030-01-01');
  if (node.anyOf) return full(node.anyOf[0], depth);
  if (node.items) return [full(node.items, depth)];
  if (!node.properties) return 'x';
  return Object.fromEntries(Object.entries(node.properties).map(([name, each]) => [name, full(each, depth)]));
}

describe('every schema', () => {
  it('of a response is written with the prefix', () => {
    let found = 0;
    for (const operation of operations)
      for (const schema of answersOf(operation)) {
        const names = [...prefixed(schema)];
        if (names.length === 0) continue;
        found += names.length;
        const text = JSON.stringify(compileWriter(schema, { prefix: 'acme' })(full(schema)));
        expect([operation.id, OURS.exec(text)]).toEqual([operation.id, null]);
        for (const name of names)
          expect([operation.id, text]).toEqual([
            operation.id,
            expect.stringContaining(
              `"${name
                .split('.')
                .at(-1)
                ?.replace(/^platform/, 'acme')}":`,
            ),
          ]);
      }
    expect(found).toBeGreaterThan(20);
  });

  it('of a body is read with the prefix', () => {
    const bodies = operations.filter(({ request }) => [...prefixed(request?.body)].length > 0);
    expect(bodies.map(({ id }) => id)).toContain('createPayment');
    for (const operation of bodies) {
      const { validateBody } = compileOperation(operation, { prefix: 'acme', isLegacy: false });
      const problems = validateBody?.(full(operation.request?.body)) ?? [];
      for (const name of prefixed(operation.request?.body)) {
        const last = name.split('.').at(-1) ?? '';
        expect([operation.id, problems.join('; ')]).toEqual([
          operation.id,
          expect.stringMatching(new RegExp(`unknown field \\S*${last}`)),
        ]);
      }
    }
  });

  it('of the document has the prefix, and no parameter is named so', async () => {
    const text = (await service.production.get('/openapi.json')).text;
    expect(OURS.exec(text)).toBeNull();
    expect(text).toContain('"acmeAccountId"');
    for (const { request } of operations)
      expect([...prefixed(request?.params), ...prefixed(request?.query)]).toEqual([]);
  });
});

it('bodies become what the code knows, also in lists, maps and choices', () => {
  const inner = {
    type: 'object',
    properties: { platformId: { type: 'string' } },
    additionalProperties: false,
  };
  const schema = {
    type: 'object',
    properties: {
      platformAccountId: { type: 'string' },
      list: { type: 'array', items: inner },
      map: { type: 'object', additionalProperties: inner },
      choice: { anyOf: [{ type: 'string' }, inner] },
    },
    required: ['platformAccountId'],
    additionalProperties: false,
  } as unknown as TSchema;
  const read = compileBody(schema, { prefix: 'acme' });
  const body = {
    acmeAccountId: 'a',
    list: [{ acmeId: 'b' }, {}],
    map: { acmeId: { acmeId: 'c' } },
    choice: { acmeId: 'd' },
  };
  expect(read(body)).toEqual([]);
  expect(body).toEqual({
    platformAccountId: 'a',
    list: [{ platformId: 'b' }, {}],
    map: { acmeId: { platformId: 'c' } }, // a key of a map belongs to the caller
    choice: { platformId: 'd' },
  });
  expect(read({})).toEqual(['acmeAccountId: is required']);
  expect(read({ acmeAccountId: 'a', list: [{ platformId: 'b' }] })).toEqual([
    'unknown field list[0].platformId',
  ]);
});

describe('a payment', () => {
  const payment = (record: object) => ({
    accountId: 'buyer',
    externalPaymentReference: { sourceName: 'bank', sourceType: 'CASH', transactionNumber: 't-1' },
    currency: 'USD',
    totalAmount: 5,
    lineItemRecords: [record],
  });

  it('201 with the prefix in its records, and messages that name what was sent', async () => {
    await openAccount(service.sandbox, 'buyer');
    const refused = await service.sandbox.post('/payments', payment({ type: 'INVOICE', order: 1 }));
    expect(refused.body.message).toBe('lineItemRecords[0].acmeId: is required; send the id of the invoice');
    const unknown = payment({ type: 'INVOICE', acmeId: 'inv.none', order: 1 });
    expect((await service.sandbox.post('/payments', unknown)).body.message).toBe(
      'invoice inv.none not found',
    );
    const paid = await service.sandbox.post('/payments', payment({ type: 'CREDIT', amount: 5, order: 1 }));
    const credit = paid.body.lineItemRecords[0].acmeId;
    expect(await service.sandbox.must.get(`/credits/${credit}`)).toMatchObject({ id: credit });
  });
});
