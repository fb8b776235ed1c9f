import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const create = (body: unknown) => service.production.post('/addons', body);

describe('POST /addons', () => {
  it('200 and the add-on, displayed by its billable name', async () => {
    const { status, body } = await create({ name: 'Seat', type: 'LICENSE', billableName: 'User seat' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^addon\.\w{8}\.\w{7}$/),
      name: 'Seat',
      type: 'LICENSE',
      billableName: 'User seat',
      displayName: 'User seat',
      status: 'ACTIVE',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it('200 without a billable name when it is empty', async () => {
    const { body } = await create({ name: 'Fee', type: 'FIXED_FEE', billableName: '' });
    expect(body).not.toHaveProperty('billableName');
    expect(body.displayName).toBe('Fee');
  });

  it('409 when an active add-on has the name in any case', async () => {
    await create({ name: 'Support', type: 'FIXED_FEE' });
    const { status, body, headers } = await create({ name: 'SUPPORT', type: 'FIXED_FEE' });
    expect(status).toBe(409);
    expect(headers['error-code']).toBe('ADD_ON_NAME_TAKEN');
    expect(body).toEqual({ message: 'name: an active add-on named SUPPORT already exists' });
  });

  it.each([
    //  body                                                     message
    [{ type: 'LICENSE' }, /^name: is required$/],
    [{ name: ' ', type: 'LICENSE' }, /^name: must not be blank$/],
    [{ name: 'a', type: 'SEAT' }, /^type: must be one of LICENSE, FIXED_FEE, CREDIT_GRANT, NAMED_LICENSE$/],
    [{ name: 'a'.repeat(256), type: 'LICENSE' }, /^name: must have at most 255 characters$/],
    [{ name: 'a', type: 'LICENSE', price: 1 }, /^unknown field price$/],
    [{ name: 7, type: 'LICENSE' }, /^name: must be a string$/],
    ['{"name":', /^body: is not valid JSON$/],
    ['{"name":"a\\u0000","type":"LICENSE"}', /control characters/],
  ])('400 for %j', async (sent, message) => {
    const { status, body } = await create(sent);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });

  it('255 characters are counted in code points', async () => {
    expect((await create({ name: '😀'.repeat(255), type: 'LICENSE' })).status).toBe(200);
    expect((await create({ name: '😀'.repeat(256), type: 'LICENSE' })).status).toBe(400);
  });
});
