import { exact, isDecimal } from './decimal.ts';
import { DECIMALS } from './generated/decimals.ts';

/** A part of a response as a request takes it: its decimals are numbers again, with every digit. */
export function asRequest(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => asRequest(each, name));
  if (typeof value === 'string') return DECIMALS.has(name) && isDecimal(value) ? exact(value) : value;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asRequest(member, key)]));
}
