import type { EventWithStatus } from '../../api/generated/types.ts';

/** `tokens 1200, model small`. */
export function valuesOf({ attributes, dimensions }: EventWithStatus['eventPayload']): string {
  return [
    ...attributes.map(({ name, value }) => `${name} ${value}`),
    ...Object.entries(dimensions).map(([name, value]) => `${name} ${value}`),
  ].join(', ');
}
