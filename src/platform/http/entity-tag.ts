import { hash } from 'node:crypto';
import { invalidRequest } from '../problem.ts';
import type { Operation } from './operation.ts';

/** Whether answers of an operation carry an entity tag: those that show one thing. */
export function hasEntityTag({ method, list, stream, handle, response }: Operation): boolean {
  return method === 'GET' && !list && !stream && handle !== undefined && response.status === 200;
}

/**
 * The entity tag of an answer: equal for equal texts, whoever asks and whichever process answers. Members
 * that are new each time, such as links that end, do not count.
 */
export function entityTagOf({ transientMembers = [] }: Operation, text: string): string {
  // Between quotes that are not escaped nothing else can stand: texts have theirs escaped.
  const lasting = transientMembers.reduce(
    (kept, name) => kept.replaceAll(new RegExp(`"${name}":"[^"\\\\]*"`, 'g'), `"${name}":0`),
    text,
  );
  return `"${hash('sha256', lasting, 'base64url').slice(0, 27)}"`;
}

/** Tags of a header, or `*`. */
export type WantedTags = '*' | readonly string[];

const ONE_TAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;

/** Raises `invalidRequest` for what is no list of entity tags. */
export function readTags(name: 'If-Match' | 'If-None-Match', sent: string): WantedTags {
  if (sent.trim() === '*') return '*';
  const tags = sent.split(',').map((tag) => tag.trim());
  if (!tags.every((tag) => ONE_TAG.test(tag)))
    throw invalidRequest({
      problems: [`${name}: must be *, or entity tags such as "abc" with commas between`],
    });
  return tags;
}

/** For a change: a weak tag, which promises too little, is nobody's. */
export function isMatch(wanted: WantedTags, tag: string): boolean {
  return wanted === '*' || wanted.includes(tag);
}

/** For a reader, who may have got it as a weak one on its way. */
export function isKnown(wanted: WantedTags, tag: string): boolean {
  return wanted === '*' || wanted.some((each) => each.replace(/^W\//, '') === tag);
}
