import { describe, expect, it } from 'vitest';
import { signedLinks } from './signed-links.ts';

const start = Temporal.Instant.from('2026-01-31T00:00:00Z');
const expiresAt = start.add({ minutes: 15 });
const linksAt = (now: Temporal.Instant, secret = 'secret') => signedLinks(secret, () => now);
const target = { orgId: 7, fileId: 'file.a b/ö' };

function parts(link: string) {
  const url = new URL(link, 'http://x');
  return {
    file: decodeURIComponent(url.pathname.slice('/f/'.length)),
    query: Object.fromEntries(url.searchParams) as Record<string, unknown>,
  };
}
const sent = parts(linksAt(start).sign(target, expiresAt));

describe('a signed link', () => {
  it('leads to its file until it expires', () => {
    expect(linksAt(start).read(sent)).toEqual(target);
    expect(linksAt(expiresAt.subtract({ seconds: 1 })).read(sent)).toEqual(target);
    expect(linksAt(expiresAt).read(sent)).toBeNull();
  });

  it.each([
    ['another file', { file: 'file.b' }],
    ['another organization', { query: { ...sent.query, o: '8' } }],
    ['a later end', { query: { ...sent.query, e: String(Number(sent.query.e) + 1) } }],
    ['another signature', { query: { ...sent.query, s: 'A'.repeat(43) } }],
    ['a shorter signature', { query: { ...sent.query, s: String(sent.query.s).slice(0, -1) } }],
    ['no signature', { query: { o: sent.query.o, e: sent.query.e } }],
    ['two signatures', { query: { ...sent.query, s: [sent.query.s, sent.query.s] } }],
    ['an organization that is no number', { query: { ...sent.query, o: 'x' } }],
    ['an organization with a fraction', { query: { ...sent.query, o: '7.5' } }],
    ['an organization in another spelling', { query: { ...sent.query, o: '07' } }],
    ['an organization as a power', { query: { ...sent.query, o: '7e0' } }],
    ['an organization with a space', { query: { ...sent.query, o: ' 7' } }],
    ['an organization in a list', { query: { ...sent.query, o: ['7'] } }],
    ['a parameter more', { query: { ...sent.query, x: '1' } }],
    ['no end', { query: { ...sent.query, e: '' } }],
    ['nothing', { query: {} }],
  ])('is refused with %s', (_, changed) => {
    expect(linksAt(start).read({ ...sent, ...changed })).toBeNull();
  });

  it('is refused by a deployment with another secret', () => {
    expect(linksAt(start, 'other').read(sent)).toBeNull();
  });
});
