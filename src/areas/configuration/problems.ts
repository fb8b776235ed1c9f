import { problemKind } from '#platform/problem.ts';
import type { ThingType } from './schema.ts';

/** `usage meter`, the words for a type in messages. */
export function nounOf(type: ThingType): string {
  return type === 'ADD_ON' ? 'add-on' : type.toLowerCase().replaceAll('_', ' ');
}

export const configurationTooLarge = problemKind(
  'CONFIGURATION_TOO_LARGE',
  400,
  (d: { type: ThingType; max: number }) =>
    `there are more than ${d.max} objects of the kind ${nounOf(d.type)}; archive unused ones`,
);
export const thingAmbiguous = problemKind(
  'CONFIGURATION_AMBIGUOUS',
  400,
  (d: { type: ThingType; name: string }) =>
    `several objects are named ${nounOf(d.type)} ${d.name}, but names must be unique in a document; ` +
    'rename all but one',
);
/** A resource that cannot be imported. It becomes the reason of a row, never a response. */
export const thingRefused = problemKind('CONFIGURATION_REFUSED', 400, (d: { reason: string }) => d.reason);
