import { createHash, hash } from 'node:crypto';
import { invalidRequest } from '../problem.ts';
import { mapInTurns } from '../turns.ts';
import type { Operation } from './operation.ts';
import type { LongText } from './print-in-turns.ts';

/** Whether responses of an operation carry an entity tag: those that show one resource. */
export function hasEntityTag({ method, list, stream, handle, response }: Operation): boolean {
  return method === 'GET' && !list && !stream && handle !== undefined && response.status === 200;
}

/**
 * The entity tag of a response: the same for equal texts, in every process. Transient members, such as
 * expiring links, are excluded.
 */
export async function entityTagOf(
  { transientMembers = [] }: Operation,
  text: string | LongText,
): Promise<string> {
  // An unescaped quote can only begin or end a text, because quotes in texts are escaped.
  const patterns = transientMembers.map((name) => [name, new RegExp(`"${name}":"[^"\\\\]*"`, 'g')] as const);
  const lasting = (piece: string) =>
    patterns.reduce((kept, [name, pattern]) => kept.replaceAll(pattern, `"${name}":0`), piece);
  const digest =
    typeof text === 'string' ? hash('sha256', lasting(text), 'base64url') : await hashInTurns(text, lasting);
  return `"${digest.slice(0, 27)}"`;
}

/** A text member is never split between two pieces. */
async function hashInTurns({ pieces }: LongText, read: (piece: string) => string): Promise<string> {
  const digest = createHash('sha256');
  await mapInTurns(pieces, (piece) => digest.update(read(piece)));
  return digest.digest('base64url');
}

/** Tags of a header, or `*`. */
export type WantedTags = '*' | readonly string[];

const ONE_TAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;

/** Raises `invalidRequest` for an invalid list of entity tags. */
export function readTags(name: 'If-Match' | 'If-None-Match', sent: string): WantedTags {
  if (sent.trim() === '*') return '*';
  const tags = sent.split(',').map((tag) => tag.trim());
  if (!tags.every((tag) => ONE_TAG.test(tag)))
    throw invalidRequest({
      problems: [`${name}: must be *, or entity tags such as "abc", separated by commas`],
    });
  return tags;
}

/** Strong comparison, for `If-Match`: a weak tag matches nothing. */
export function isMatch(wanted: WantedTags, tag: string): boolean {
  return wanted === '*' || wanted.includes(tag);
}

/** Weak comparison, for `If-None-Match`: an intermediary may have weakened the tag. */
export function isKnown(wanted: WantedTags, tag: string): boolean {
  return wanted === '*' || wanted.some((each) => each.replace(/^W\//, '') === tag);
}
