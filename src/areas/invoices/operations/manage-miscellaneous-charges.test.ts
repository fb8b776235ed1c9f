import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, onlyInvoice, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let path: string;
beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  const fee = await sellFee(client, 'Fee');
  const plan = await publishPlan(client, {
    name: 'Standard',
    cards: [{ type: 'FIXED_FEE', billableId: fee, fee: { rate: 10 } }],
  });
  await openAccount(client, 'acme');
  await editTimeline(client, 'acme', [{ planId: plan, from: '2030-01-01' }]);
  path = `/invoices/${(await onlyInvoice(client, 'acme')).id}/miscellaneous_charges`;
});

const put = (items: unknown, to = path) => service.sandbox.put(to, { items });
const many = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `c${i}`, value: '1' }));
/** JSON Logic of a given length in characters. */
const logicOf = (length: number) => `{"+":[1,${' '.repeat(length - 11)}1]}`;
const nested = (depth: number) => `${'{"!":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('PUT /invoices/{invoice_id}/miscellaneous_charges', () => {
  it.each<[string, object[], object[]]>([
    ['a number', [{ name: 'a', value: '12.50' }], [{ name: 'a', value: '12.5' }]],
    ['an exponent', [{ name: 'a', value: ' 1e3 ' }], [{ name: 'a', value: '1000' }]],
    ['a negative number', [{ name: 'a', value: '-0.01' }], [{ name: 'a', value: '-0.01' }]],
    [
      'rate × quantity',
      [{ name: 'a', rate: 20, quantity: 10 }],
      [{ name: 'a', value: '200', rate: 20, quantity: 10 }],
    ],
    ['a rule', [{ name: 'a', value: '{"+":[1,2]}' }], [{ name: 'a', value: '{"+":[1,2]}' }]],
    [
      'revenue',
      [{ name: 'a', value: '1', considerForRevenue: true }],
      [{ name: 'a', value: '1', considerForRevenue: true }],
    ],
    ['no revenue', [{ name: 'a', value: '1', considerForRevenue: false }], [{ name: 'a', value: '1' }]],
    [
      'names in two cases',
      [
        { name: 'a', value: '1' },
        { name: 'A', value: '2' },
      ],
      [],
    ],
    ['a name of 255', [{ name: 'ä'.repeat(255), value: '1' }], []],
    ['100 charges', many(100), []],
    ['38 digits', [{ name: 'a', value: `${'9'.repeat(20)}.${'9'.repeat(18)}` }], []],
    ['a rule of 4096 characters', [{ name: 'a', value: logicOf(4096) }], []],
    ['a rule 20 deep', [{ name: 'a', value: nested(20) }], []],
    ['nothing', [], []],
  ])('200 for %s', async (_, items, expected) => {
    const { status, body, text } = await put(items);
    expect([status, text.slice(0, 200)]).toEqual([200, text.slice(0, 200)]);
    expect(body.data).toHaveLength(items.length);
    if (expected.length > 0) expect(body).toEqual({ data: expected });
  });

  it.each<[string, unknown, RegExp]>([
    ['no form', [{ name: 'a' }], /^items\[0\]: must have either value, or rate and quantity$/],
    ['rate alone', [{ name: 'a', rate: 1 }], /^items\[0\]: must have either value, or rate and quantity$/],
    ['quantity alone', [{ name: 'a', quantity: 1 }], /^items\[0\]: must have either value/],
    [
      'both forms',
      [{ name: 'a', value: '1', rate: 1, quantity: 1 }],
      /^items\[0\]: must not have value together with rate or quantity$/,
    ],
    ['value and rate', [{ name: 'a', value: '1', rate: 1 }], /must not have value together with rate/],
    ['a word', [{ name: 'a', value: 'ten' }], /^items\[0\]: value: must be a number or a JSON Logic object/],
    ['39 digits', [{ name: 'a', value: '9'.repeat(39) }], /^items\[0\]: value: must be a number/],
    ['a list', [{ name: 'a', value: '[1]' }], /value: must be a number or a JSON Logic object/],
    ['broken JSON', [{ name: 'a', value: '{"+":[1,' }], /^items\[0\]: value: /],
    ['an unknown operator', [{ name: 'a', value: '{"boom":[1]}' }], /^items\[0\]: value: .*boom/],
    ['a loop', [{ name: 'a', value: '{"map":[[1],{"var":""}]}' }], /^items\[0\]: value: .*map/],
    ['4097 characters', [{ name: 'a', value: logicOf(4097) }], /value/],
    ['21 deep', [{ name: 'a', value: nested(21) }], /^items\[0\]: value: /],
    [
      'a name twice',
      [
        { name: 'a', value: '1' },
        { name: 'a', value: '2' },
      ],
      /^items\[1\]: name: a is repeated$/,
    ],
    ['a blank name', [{ name: ' ', value: '1' }], /name/],
    ['a name of 256', [{ name: 'n'.repeat(256), value: '1' }], /name/],
    ['101 charges', many(101), /items/],
    ['a number as value', [{ name: 'a', value: 1 }], /value/],
    ['an unknown member', [{ name: 'a', value: '1', currency: 'USD' }], /currency/],
    ['no list', null, /items/],
  ])('400 for %s, and the charges stay', async (_, items, message) => {
    await put([{ name: 'kept', value: '3' }]);
    const { status, body } = await put(items);
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
    expect((await onlyInvoice(service.sandbox, 'acme')).totalAmount).toBe(13);
  });

  it('200 and the same again changes nothing', async () => {
    await put([{ name: 'kept', value: '3' }]);
    const before = await onlyInvoice(service.sandbox, 'acme');
    await put([{ name: 'kept', value: '3' }]);
    const after = await onlyInvoice(service.sandbox, 'acme');
    expect(after.updatedAt).toBe(before.updatedAt);
    expect(after.revenueInfo).toEqual(before.revenueInfo);
  });

  it('404 for an unknown invoice', async () => {
    const { status, body } = await put([], '/invoices/inv.unknown/miscellaneous_charges');
    expect([status, body.message]).toEqual([404, 'invoice inv.unknown not found']);
  });
});
