import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PageTokenContent, pageTokens } from './page-token.ts';

let now = Temporal.Instant.from('2026-01-31T00:00:00Z');
const tokens = pageTokens('secret', () => now);
const content: PageTokenContent = {
  operation: 'listAddOns',
  orgId: 7,
  pageSize: 20,
  filters: { status: ['in:["ACTIVE"]'], type: ['in:["LICENSE","FIXED_FEE"]'] },
  search: 'name:seat',
  sort: [
    ['created_at', 'DESC'],
    ['name', 'ASC'],
    ['id', 'ASC'],
  ],
  after: ['2026-01-31T00:00:00.123456Z', 'Seat für alle 😀', 'addon.0Vabcdef.1234567'],
};
const expected = { operation: 'listAddOns', orgId: 7 };
function rejected(token: string, caller = expected): void {
  expect(() => tokens.read(token, caller)).toThrow('invalid nextToken');
}

describe('a page token', () => {
  it('carries the request and where the page ended', () => {
    expect(tokens.read(tokens.write(content), expected)).toEqual(content);
  });

  it('is opaque, and safe in an address', () => {
    expect(tokens.write(content)).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it('has at most 500 characters for ordinary requests', () => {
    const name = 'A quite ordinary but rather long name of an add-on, number 4711'.repeat(4).slice(0, 255);
    const long = {
      ...content,
      search: 'name:ordinary add-on',
      after: [content.after[0] ?? '', name, 'x'.repeat(50)],
    };
    expect(tokens.write(long).length).toBeLessThanOrEqual(500);
    fc.assert(
      fc.property(fc.string({ minLength: 50, maxLength: 50 }), fc.string({ maxLength: 50 }), (id, search) => {
        const token = tokens.write({ ...content, search, after: [content.after[0] ?? '', id, id] });
        expect(token.length).toBeLessThanOrEqual(500);
      }),
    );
  });

  it('is rejected when any of its characters was changed, cut or added', () => {
    const token = tokens.write(content);
    for (let i = 0; i < token.length; i++) {
      const other = token[i] === 'A' ? 'B' : 'A';
      rejected(token.slice(0, i) + other + token.slice(i + 1));
      rejected(token.slice(0, i));
      rejected(token.slice(0, i) + token.slice(i + 1));
    }
    for (const added of ['A', '=', ' ', '\n', '.', token]) rejected(token + added);
    rejected(Buffer.from(token, 'base64url').toString('base64'));
  });

  it('is rejected for another organization, another operation and another deployment', () => {
    const token = tokens.write(content);
    rejected(token, { ...expected, orgId: 8 });
    rejected(token, { ...expected, operation: 'listAccounts' });
    expect(() => pageTokens('other', () => now).read(token, expected)).toThrow('invalid nextToken');
  });

  it('is rejected a day after it was made', () => {
    const token = tokens.write(content);
    const made = now;
    now = made.add({ hours: 24 }).subtract({ milliseconds: 1 });
    expect(tokens.read(token, expected)).toEqual(content);
    now = made.add({ hours: 24 });
    rejected(token);
    now = made;
  });

  it('is rejected without a fault whatever is sent instead', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => rejected(text)));
    fc.assert(fc.property(fc.base64String({ maxLength: 400 }), (text) => rejected(text)));
    rejected('A'.repeat(1_000_000));
  });
});
