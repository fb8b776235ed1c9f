import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { entityTagOf, hasEntityTag, isKnown, isMatch, readTags } from './entity-tag.ts';
import { operation } from './operation.ts';
import { LongText } from './print-in-turns.ts';

const get = operation({
  ...{ id: 'getThing', method: 'GET', route: '/things/{id}', scope: null, summary: 'Get a thing' },
  response: { status: 200, body: Type.Object({}) },
  transientMembers: ['link'],
  handle: async () => ({}),
});
const tagOf = (value: unknown) => entityTagOf(get, JSON.stringify(value));
const tagOfPieces = (value: unknown) => entityTagOf(get, new LongText(splitBefore(JSON.stringify(value))));
/** As an answer is printed: what stands before a member, and the member. */
const splitBefore = (text: string) => text.split(/(?=[,[])/);

describe('the tag of a response', () => {
  const thing = { id: 'a', link: 'https://a.example/?e=1', of: [{ link: 'https://a.example/?e=2' }] };
  it.each([
    [{ ...thing, link: 'https://a.example/?e=9' }, true],
    [{ ...thing, of: [{ link: 'https://a.example/?e=9' }] }, true],
    [{ ...thing, link: undefined }, false], // that there is one is a fact
    [{ ...thing, id: 'b' }, false],
    [{ ...thing, id: '"link":"a"' }, false], // a text that looks like a member
    [{ ...thing, unlink: 'x' }, false],
  ])('of %j is the same: %s', async (other, isSame) => {
    expect((await tagOf(other)) === (await tagOf(thing))).toBe(isSame);
    expect(await tagOfPieces(other)).toBe(await tagOf(other));
  });

  it('of texts that look like such a member differ', async () => {
    const [one, other] = await Promise.all(['"link":"a"', '"link":"b"'].map((id) => tagOf({ ...thing, id })));
    expect(one).not.toBe(other);
  });

  it('is of what shows one thing', () => {
    expect(hasEntityTag(get)).toBe(true);
    expect(hasEntityTag({ ...get, method: 'POST' })).toBe(false);
    expect(hasEntityTag({ ...get, list: {} as never })).toBe(false);
  });
});

it.each([
  //  header              matches "a"   is known
  ['"a"', true, true],
  ['*', true, true],
  ['"b", "a"', true, true],
  ['"b"', false, false],
  ['W/"a"', false, true],
  ['""', false, false],
])('%s', (sent, matches, known) => {
  const tags = readTags('If-Match', sent);
  expect([isMatch(tags, '"a"'), isKnown(tags, '"a"')]).toEqual([matches, known]);
});

it.each(['a', '"a', '', '"a" "b"', '"a",', 'w/"a"', '"a"b"'])('%j is no list of tags', (sent) => {
  expect(() => readTags('If-Match', sent)).toThrow(/^If-Match: must be/);
});
