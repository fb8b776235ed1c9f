import { wholeOf } from '../../../format/decimals.ts';

/** What a key does in the tiers. */
export type TierKey =
  | { act: 'insert'; index: number }
  | { act: 'remove'; index: number }
  | { act: 'go'; index: number; step: -1 | 1; member: string };

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  target: EventTarget | null;
}

/**
 * Enter adds a tier below, Ctrl+Backspace removes the tier, and the arrows go to the tier above and below.
 * Null for any other key, and for the arrows of a select, which choose its options.
 */
export function readTierKey({ key, ctrlKey, metaKey, target }: Pressed): TierKey | null {
  const { name = '', tagName = '' } = (target ?? {}) as { name?: string; tagName?: string };
  const [, number = '', member = ''] = /^tiers\.(\d+)\.(.+)$/.exec(name) ?? [];
  if (member === '') return null;
  const index = wholeOf(number) ?? 0;
  if (key === 'Backspace' && (ctrlKey || metaKey)) return { act: 'remove', index };
  if (key === 'Enter') return { act: 'insert', index };
  if (tagName === 'SELECT') return null;
  if (key === 'ArrowDown') return { act: 'go', index, step: 1, member };
  if (key === 'ArrowUp') return { act: 'go', index, step: -1, member };
  return null;
}
