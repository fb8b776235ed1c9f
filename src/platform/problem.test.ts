import { describe, expect, it } from 'vitest';
import { notFoundKind, Problem, problemKind, unauthenticated } from './problem.ts';

const nameTaken = problemKind('NAME_TAKEN', 409, (d: { name: string }) => `name: ${d.name} is taken`);

describe('a problem', () => {
  it('is declared once and raised with its details', () => {
    expect({ ...nameTaken }).toEqual({ code: 'NAME_TAKEN', status: 409 });
    expect(nameTaken({ name: 'Seat' })).toMatchObject({
      code: 'NAME_TAKEN',
      status: 409,
      message: 'name: Seat is taken',
      headers: {},
    });
  });

  it.each([
    // characters sent                  characters shown
    ['x'.repeat(500), 'x'.repeat(500)],
    ['x'.repeat(501), `${'x'.repeat(499)}…`],
    ['😀'.repeat(500), '😀'.repeat(500)], // 1000 UTF-16 units are 500 code points
    ['😀'.repeat(501), `${'😀'.repeat(499)}…`],
    ['x'.repeat(100_000), `${'x'.repeat(499)}…`],
  ])('%#: has at most 500 code points, and never half a character', (sent, shown) => {
    const { message } = new Problem('X', 400, { message: sent });
    expect(message).toBe(shown);
    expect([...message].length).toBeLessThanOrEqual(500);
    expect(message.isWellFormed()).toBe(true);
  });

  it('of a missing resource names its type and id, the same for every reason', () => {
    const apiKeyNotFound = notFoundKind('API key');
    expect({ ...apiKeyNotFound }).toEqual({ code: 'API_KEY_NOT_FOUND', status: 404 });
    expect(apiKeyNotFound({ id: 'key.1' }).message).toBe('API key key.1 not found');
  });

  it('of a credential says nothing about which part was wrong', () => {
    expect(unauthenticated()).toMatchObject({
      status: 401,
      message: 'unauthenticated',
      headers: { 'www-authenticate': 'Bearer' },
    });
  });
});
