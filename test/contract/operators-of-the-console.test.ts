import { expect, it } from 'vitest';
import { OPERATORS } from '#core/json-logic/operators/table.ts';
import { OPERATORS as KNOWN } from '../../web/parts/logic/operators.ts';

it('the console knows every operator of JSON Logic, and no other', () => {
  expect([...KNOWN].sort()).toEqual([...OPERATORS.keys()].sort());
});
