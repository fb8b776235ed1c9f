import { expect, it } from 'vitest';
import { differencesOf } from './differences.ts';

const raw = (text: string) => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);

it.each<[string, object, object, object[]]>([
  ['nothing', { a: 1, b: [{ name: 'x' }] }, { b: [{ name: 'x' }], a: 1 }, []],
  ['a text', { a: 'x' }, { a: 'y' }, [{ path: 'a', before: '"x"', after: '"y"' }]],
  ['a member that comes', {}, { a: { b: 1 } }, [{ path: 'a', after: '{"b":1}' }]],
  ['a member that goes', { a: { b: 1, c: true } }, { a: { b: 1 } }, [{ path: 'a.c', before: 'true' }]],
  [
    'digits that doubles do not have',
    { a: raw('0.10000000000000000001') },
    { a: raw('0.10000000000000000002') },
    [{ path: 'a', before: '0.10000000000000000001', after: '0.10000000000000000002' }],
  ],
  ['a number that becomes a text', { a: 1 }, { a: '1' }, [{ path: 'a', before: '1', after: '"1"' }]],
  [
    'elements by name',
    { cards: [{ name: 'a', rate: 1 }, { name: 'b' }] },
    { cards: [{ name: 'c' }, { name: 'a', rate: 2 }] },
    [
      { path: 'cards[a].rate', before: '1', after: '2' },
      { path: 'cards[b]', before: '{"name":"b"}' },
      { path: 'cards[c]', after: '{"name":"c"}' },
    ],
  ],
  [
    'only their order',
    { cards: [{ name: 'a' }, { name: 'b' }] },
    { cards: [{ name: 'b' }, { name: 'a' }] },
    [{ path: 'cards', before: '"a, b"', after: '"b, a"' }],
  ],
  [
    'elements by place',
    { rates: [{ rate: 1 }, { rate: 2 }] },
    { rates: [{ rate: 3 }] },
    [
      { path: 'rates[0].rate', before: '1', after: '3' },
      { path: 'rates[1]', before: '{"rate":2}' },
    ],
  ],
])('%s', (_, before, after, expected) => {
  expect(differencesOf(before, after)).toEqual(expected);
});

it('cuts a long text', () => {
  const [{ after = '' } = { after: '' }] = differencesOf({}, { a: 'x'.repeat(1000) });
  expect([Array.from(after).length, after.at(-1)]).toEqual([300, '…']);
});
