import type { CardItem } from './card-schema.ts';
import { isSame } from './kind.ts';

/**
 * The changes that turn the cards of a draft into those of a document. An updated card keeps its position and
 * a new one comes last, so if the order differs, all cards are deleted and created again.
 */
export function planCardChanges(
  wanted: readonly CardItem[],
  former: readonly CardItem[],
): { changed: readonly CardItem[]; deleted: string[] } {
  const known = new Map(former.map((card) => [card.name, card]));
  const names = new Set(wanted.map(({ name }) => name));
  const kept = former.map(({ name }) => name).filter((name) => names.has(name));
  const added = wanted.map(({ name }) => name).filter((name) => !known.has(name));
  const order = [...kept, ...added];
  const isInOrder = wanted.every(({ name }, index) => order[index] === name);
  if (!isInOrder) return { changed: wanted, deleted: former.map(({ name }) => name) };
  return {
    changed: wanted.filter((card) => !isSame(card, known.get(card.name) ?? {})),
    deleted: former.map(({ name }) => name).filter((name) => !names.has(name)),
  };
}
