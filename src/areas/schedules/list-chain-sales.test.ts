import { expect, test } from 'vitest';
import { pairCards, type SellingCard } from './list-chain-sales.ts';

/** `a:F1` is a fee of F1 on a card named a. */
function cards(text: string): SellingCard[] {
  const types = { F: 'FIXED_FEE', G: 'CREDIT_GRANT', E: 'BILLING_ENTITLEMENT' } as const;
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const [name = '', billableId = ''] = word.split(':');
      return { name, type: types[billableId.charAt(0) as keyof typeof types], billableId };
    });
}

test.each<[cards: string, earlier: string, pairs: string]>([
  ['a:F1', 'a:F1', 'a-a'],
  ['a:F1', 'b:F1', 'a-b'], // one thing is sold under any name
  ['a:F1', 'a:F2', ''], //    and a name may get another thing
  ['a:F1 b:F2', 'c:F2', 'b-c'],
  ['a:F1', '', ''],
  // Grants of one add-on: by their names, and the others in their order.
  ['a:G1 b:G1', 'b:G1', 'b-b'],
  ['a:G1 b:G1', 'b:G1 a:G1', 'a-a b-b'],
  ['a:G1 b:G1', 'c:G1 b:G1', 'b-b a-c'],
  ['a:G1 b:G1', 'x:G1 y:G1 z:G1', 'a-x b-y'],
  ['a:G1', 'x:G1 a:G1', 'a-a'],
])('%s after %s: %s', (own, earlier, expected) => {
  const pairs = pairCards(cards(own), cards(earlier)).map(({ name, card }) => `${name}-${card.name}`);
  expect(pairs.join(' ')).toBe(expected);
});
