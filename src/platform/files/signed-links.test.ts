import { describe, expect, it } from 'vitest';
import { signedLinks } from './signed-links.ts';

const start = Temporal.Instant.from('2026-01-31T00:00:00Z');
const expiresAt = start.add({ minutes: 15 });
const linksAt = (now: Temporal.Instant, secret = 'secret') => signedLinks(secret, () => now);
const target = { orgId: 7, fileId: 'file.a b/ö' };
const sent = linksAt(start).sign(target, expiresAt);
const [, path = '', o = '', e = '', s = ''] = /^(.*)\?(o=\d+)&(e=\d+)&(s=.*)$/.exec(sent) ?? [];
const end = Number(e.slice(2));
const last = s.at(-1) ?? '';
/** The same bits of the signature in other letters: two bits of its last one mean nothing. */
const sameBits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const otherLetter = sameBits[sameBits.indexOf(last) ^ 1];

describe('a signed link', () => {
  it('leads to its file until it expires', () => {
    expect(path).toBe('/f/file.a%20b%2F%C3%B6');
    expect(linksAt(start).read(sent)).toEqual(target);
    expect(linksAt(expiresAt.subtract({ seconds: 1 })).read(sent)).toEqual(target);
    expect(linksAt(expiresAt).read(sent)).toBeNull();
  });

  it('is for one use', () => {
    const upload = linksAt(start).sign(target, expiresAt, 'PUT');
    expect(linksAt(start).read(upload, 'PUT')).toEqual(target);
    expect(linksAt(start).read(upload)).toBeNull();
    expect(linksAt(start).read(sent, 'PUT')).toBeNull();
  });

  it.each([
    ['another file', `/f/file.b?${o}&${e}&${s}`],
    ['another organization', `${path}?o=8&${e}&${s}`],
    ['a later end', `${path}?${o}&e=${end + 1}&${s}`],
    ['another signature', `${path}?${o}&${e}&s=${'A'.repeat(43)}`],
    ['a shorter signature', sent.slice(0, -1)],
    ['a longer signature', `${sent}A`],
    ['no signature', `${path}?${o}&${e}`],
    ['an empty signature', `${path}?${o}&${e}&s=`],
    ['no end', `${path}?${o}&${s}`],
    ['an empty end', `${path}?${o}&e=&${s}`],
    ['nothing', ''],
    ['no file', `/f/?${o}&${e}&${s}`],
    ['no parameters', path],
    // The same parameters in other spellings.
    ['end, organization, signature', `${path}?${e}&${o}&${s}`],
    ['organization, signature, end', `${path}?${o}&${s}&${e}`],
    ['signature, end, organization', `${path}?${s}&${e}&${o}`],
    ['the organization twice', `${path}?${o}&${o}&${e}&${s}`],
    ['the end twice', `${path}?${o}&${e}&${e}&${s}`],
    ['the signature twice', `${sent}&${s}`],
    ['another end before the right one', `${path}?${o}&e=${end + 1}&${e}&${s}`],
    ['another end after the right one', `${path}?${o}&${e}&e=${end + 1}&${s}`],
    ['a parameter more', `${sent}&x=1`],
    ['a parameter before', `${path}?x=1&${o}&${e}&${s}`],
    ['a parameter without a name', `${sent}&`],
    ['an empty parameter between', `${path}?${o}&&${e}&${s}`],
    ['a list', `${path}?o[]=7&${e}&${s}`],
    ['a name in capitals', `${path}?O=7&${e}&${s}`],
    ['an encoded name', `${path}?%6f=7&${e}&${s}`],
    ['an encoded value', `${path}?o=%37&${e}&${s}`],
    ['an encoded signature', `${path}?${o}&${e}&s=%${s.charCodeAt(2).toString(16)}${s.slice(3)}`],
    ['other letters of the same bits', `${sent.slice(0, -1)}${otherLetter}`],
    ['a padded signature', `${sent}=`],
    ['an organization that is no number', `${path}?o=x&${e}&${s}`],
    ['a fraction', `${path}?o=7.0&${e}&${s}`],
    ['a zero before', `${path}?o=07&${e}&${s}`],
    ['a sign', `${path}?o=+7&${e}&${s}`],
    ['a power', `${path}?o=7e0&${e}&${s}`],
    ['a space', `${path}?o=%207&${e}&${s}`],
    ['a semicolon', `${path}?${o};${e};${s}`],
    ['a fragment', `${sent}#x`],
    ['a file in small hexadecimal letters', sent.replace('%2F', '%2f')],
    ['a file with a letter encoded', sent.replace('/f/file', '/f/%66ile')],
    ['a file with a plus for a space', sent.replace('%20', '+')],
    ['a file with a slash', sent.replace('%2F', '/')],
    ['a file in half an encoding', sent.replace('%2F', '%')],
    ['a slash more', sent.replace('?', '/?')],
    ['two slashes', `/${sent}`],
    ['a host', `http://x${sent}`],
    ['another path', `/sandbox${sent}`],
  ])('is refused with %s', (_, changed) => {
    expect(linksAt(start).read(changed)).toBeNull();
  });

  it('is rejected by a deployment with another secret', () => {
    expect(linksAt(start, 'other').read(sent)).toBeNull();
  });
});
