import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { plannedWork } from '#test/credit-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let [seat, login] = ['', ''];
const MAX = '1000000000000000';
const send = (members: object) =>
  service.sandbox.post('/license_updates', { licenseId: seat, accountId: 'acme', ...members });
/** The resulting quantity, or the refusal. `+5` is RELATIVE and `=5` ABSOLUTE, `on` a day of January. */
async function change(accountId: string, [sign = '', ...digits]: string, members: object = {}) {
  const sent = sign === '=' ? digits.join('') : `${sign}${digits.join('')}`.replace('+', '');
  const body = {
    ...{ licenseId: seat, accountId, updateType: sign === '=' ? 'ABSOLUTE' : 'RELATIVE' },
    ...{ quantity: '#', ...members },
  };
  const text = JSON.stringify(body).replace('"#"', sent);
  const reply = await service.sandbox.post('/license_updates', text);
  return reply.status === 200
    ? /"quantity":([^,]+)/.exec(reply.text)?.[1]
    : `${reply.status} ${reply.body.message}`;
}
const on = (day: number) => ({ effectiveFrom: `2030-01-${String(day).padStart(2, '0')}T00:00:00Z` });
/** Days with their quantities, in the order in which they take effect. */
async function levels(accountId: string, licenseId = seat): Promise<string> {
  const query = `account_id=${accountId}&license_id=${licenseId}&_sort=effective_from,ordinal`;
  const { data } = await service.sandbox.must.get(`/license_updates?${query}`);
  return data
    .map(
      ({ effectiveFrom: at, quantity }: { effectiveFrom: string; quantity: number }) =>
        `${Number(at.slice(8, 10))}:${quantity}`,
    )
    .join(' ');
}

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-20T00:00:00.123Z');
  for (const id of ['acme', 'globex', 'initech', 'border']) await openAccount(sandbox, id);
  seat = (await sandbox.must.post('/addons', { name: 'Seat', type: 'LICENSE' })).id;
  login = (await sandbox.must.post('/addons', { name: 'Login', type: 'NAMED_LICENSE' })).id;
});

describe('POST /license_updates', () => {
  it('200 with the resulting quantity, now unless another instant is sent', async () => {
    const { status, body } = await send({ updateType: 'RELATIVE', quantity: 2.5, metadata: { po: '17' } });
    expect([status, body]).toEqual([
      200,
      {
        ...{ licenseId: seat, accountId: 'acme', quantity: 2.5, metadata: { po: '17' } },
        ...{ effectiveFrom: '2030-01-20T00:00:00.123Z', createdAt: '2030-01-20T00:00:00.123Z' },
      },
    ]);
    expect(await plannedWork(service, 'licenses.changed', 'acme')).toBe('2030-01-20T00:00:00.123Z');
  });

  it('200 for a later instant, and its microseconds are dropped', async () => {
    const sent = { updateType: 'RELATIVE', quantity: 1, effectiveFrom: '2030-02-01T00:00:00.0009+01:00' };
    expect((await send(sent)).body).toMatchObject({
      quantity: 3.5,
      effectiveFrom: '2030-01-31T23:00:00.000Z',
    });
  });
});

describe('updates of one license', () => {
  // One license for each row. The last update is the one whose answer and effect are shown.
  it.each([
    // updates in the order of arrival   answer  days and quantities
    ['+10@1 +5@11 +2@6', '12', '1:10 6:12 11:17'], // the backdated +2 shifts what follows
    ['+10@1 +5@11 =4@15 +2@6', '12', '1:10 6:12 11:17 15:4'], // up to the next ABSOLUTE
    ['+10@1 +5@11 =3@6', '3', '1:10 6:3 11:8'], // 5 of 15 had come after the 10
    ['=10@1 -3@5 -7@5', '0', '1:10 5:7 5:0'],
    ['=10@5 +1@5 =2@1', '2', '1:2 5:10 5:11'],
    ['+0.1@1 +0.2@2 -0.3@3', '0', '1:0.1 2:0.3 3:0'], // exactly nothing remains
    ['+0.000000000000000001@1', '0.000000000000000001', '1:1e-18'],
  ])('200 %s', async (updates, response, expected) => {
    const { id } = await service.sandbox.must.post('/addons', { name: updates, type: 'LICENSE' });
    let last: string | undefined;
    for (const update of updates.split(' ')) {
      const [quantity = '', day] = update.split('@');
      last = await change('acme', quantity, { licenseId: id, ...on(Number(day)) });
    }
    expect([last, await levels('acme', id)]).toEqual([response, expected]);
  });

  it('400 when any quantity would be negative at any time, and nothing changes', async () => {
    for (const [quantity, day] of [
      ['+10', 1],
      ['-8', 11],
      ['=4', 15],
    ] as const)
      await change('globex', quantity, on(day));
    const below = (level: number, day: string) =>
      `400 quantity: would be ${level} from 2030-01-${day}T00:00:00Z on; it must never be below 0`;
    expect(await change('globex', '-5', on(16))).toBe(below(-1, '16'));
    expect(await change('globex', '=-1', on(16))).toBe(below(-1, '16'));
    expect(await change('globex', '-3', on(6))).toBe(below(-1, '11')); // 7 then, but 8 go on the 11th
    expect(await change('globex', '=7.5', on(6))).toBe(below(-0.5, '11'));
    expect(await levels('globex')).toBe('1:10 11:2 15:4');
    expect(await change('globex', '-2', on(6))).toBe('8'); // exactly 0 on the 11th
  });

  it('200 up to the largest quantity, 400 beyond it', async () => {
    expect(await change('border', `+${MAX}.000000000000000001`)).toBe(`400 quantity: must be at most ${MAX}`);
    expect(await change('border', `-${MAX}1`)).toBe(`400 quantity: must be at least -${MAX}`);
    expect(await change('border', `+${MAX}`)).toBe(MAX);
    expect(await change('border', '+0.1')).toBe(
      `400 quantity: would be ${MAX}.1 from 2030-01-20T00:00:00.123Z on; it must never be above ${MAX}`,
    );
    expect(await change('border', `-${MAX}`)).toBe('0');
    expect(await change('border', '+0.0000000000000000001')).toMatch(/^400 quantity: must have at most 18/);
  });

  it('200 for many at once: none of them is lost', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => change('initech', '+1', on(5))));
    expect(replies.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect((await levels('initech')).split(' ').at(-1)).toBe('5:20');
  });
});

describe('an idempotency key', () => {
  const first = { idempotencyKey: 'order-1', metadata: { b: '2', a: '1' }, ...on(7) };

  it('200 with the first response, whatever has changed since, and no further update', async () => {
    await openAccount(service.sandbox, 'keyed');
    const members = { accountId: 'keyed', updateType: 'RELATIVE', quantity: 3, ...first };
    const { body } = await send(members);
    await change('keyed', '+4', on(2));
    await service.sandbox.must.patch(`/license_updates/${seat}`, {
      ...{ accountId: 'keyed', ...on(7), metadata: { c: '3' } },
    });
    const again = await send({ ...members, quantity: 3.0, metadata: { a: '1', b: '2' } });
    expect([again.status, again.body]).toEqual([200, body]);
    expect(await levels('keyed')).toBe('2:4 7:7');
    const { platformAccountId } = await service.sandbox.must.get('/accounts/keyed');
    expect((await send({ ...members, accountId: platformAccountId })).body).toEqual(body);
  });

  it.each<[string, object | (() => object)]>([
    ['quantity', { quantity: 4 }],
    ['type', { updateType: 'ABSOLUTE' }],
    ['instant', { effectiveFrom: '2030-01-08T00:00:00Z' }],
    ['default instant', { effectiveFrom: null }],
    ['metadata', { metadata: {} }],
    ['account', { accountId: 'acme' }],
    ['license', () => ({ licenseId: login })],
  ])('422 for another %s', async (_, given) => {
    const members = { accountId: 'keyed', updateType: 'RELATIVE', quantity: 3, ...first };
    const other = typeof given === 'function' ? given() : given;
    const { status, body, headers } = await send({ ...members, ...other });
    expect([status, headers['error-code'], body.message]).toEqual([
      ...[422, 'LICENSE_KEY_TAKEN'],
      'idempotencyKey: order-1 was used before for another license update; use a new key',
    ]);
  });

  it('200 for one of requests for several accounts at once, 422 for the others', async () => {
    const accounts = ['acme', 'globex', 'initech', 'border'];
    const replies = await Promise.all(
      accounts.map((accountId) => change(accountId, '+1', { idempotencyKey: 'race' })),
    );
    const refused = '422 idempotencyKey: race was used before for another license update; use a new key';
    expect(replies.filter((reply) => reply === refused)).toHaveLength(3);
  });
});

describe('a request that cannot be', () => {
  it.each<[object | (() => object), RegExp]>([
    [{ accountId: 'nobody' }, /^404 account nobody not found$/],
    [{ licenseId: 'nothing' }, /^404 license nothing not found$/],
    [() => ({ licenseId: login }), /^400 licenseId: .* is of type NAMED_LICENSE, which events update/],
    [{ updateType: 'SET' }, /^400 updateType: must be one of/],
    [{ quantity: '1' }, /^400 quantity: must be a number/],
    [{ effectiveFrom: 'soon' }, /^400 effectiveFrom: /],
    [{ metadata: { a: 'x'.repeat(501) } }, /^400 metadata/],
    [{ idempotencyKey: '' }, /^400 idempotencyKey/],
    [{ extra: 1 }, /^400 .*extra/],
  ])('is refused: %o', async (members, message) => {
    const other = typeof members === 'function' ? members() : members;
    const { status, body } = await send({ updateType: 'RELATIVE', quantity: 1, ...other });
    expect(`${status} ${body.message}`).toMatch(message);
  });

  it('400 for a fee, for an archived account, and for more of an archived license', async () => {
    const { must } = service.sandbox;
    const fee = (await must.post('/addons', { name: 'Fee', type: 'FIXED_FEE' })).id;
    expect(await change('acme', '+1', { licenseId: fee })).toBe(
      `400 licenseId: ${fee} is of type FIXED_FEE; use an add-on of type LICENSE`,
    );
    const desk = (await must.post('/addons', { name: 'Desk', type: 'LICENSE' })).id;
    expect(await change('acme', '+5', { licenseId: desk })).toBe('5');
    await must.delete(`/addons/${desk}`);
    expect(await change('acme', '+1', { licenseId: desk })).toBe(
      `400 licenseId: ${desk} is archived; its quantity can only be decreased`,
    );
    expect(await change('acme', '-1', { licenseId: desk })).toBe('4');
    await openAccount(service.sandbox, 'gone');
    await change('gone', '+1', { idempotencyKey: 'before' });
    await must.delete('/accounts/gone');
    expect(await change('gone', '-1')).toBe('400 account gone is archived and cannot be changed');
    expect(await change('gone', '+1', { idempotencyKey: 'before' })).toBe('1');
  });
});
