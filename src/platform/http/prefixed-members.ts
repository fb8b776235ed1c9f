import type { TSchema } from 'typebox';
import { wireName } from './writer.ts';

/** Renames the members of a validated body, in place, to the names used in code. */
type Renamer = (value: unknown) => void;

/** The schema as callers of a deployment see it, with the deployment's prefix in member names. */
export function withPrefix<T>(node: T, prefix: string): T {
  if (Array.isArray(node)) return node.map((item) => withPrefix(item, prefix)) as T;
  if (node === null || typeof node !== 'object') return node;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === 'properties')
      copy[key] = Object.fromEntries(
        Object.entries(value).map(([name, member]) => [wireName(name, prefix), withPrefix(member, prefix)]),
      );
    else if (key === 'required') copy[key] = (value as string[]).map((name) => wireName(name, prefix));
    else copy[key] = withPrefix(value, prefix);
  }
  return copy as T;
}

interface Node {
  properties?: Record<string, TSchema>;
  items?: TSchema;
  additionalProperties?: TSchema | boolean;
  anyOf?: TSchema[];
  oneOf?: TSchema[];
  allOf?: TSchema[];
}

/** Null when there is nothing to rename: with the default prefix, and for nearly every body. */
export function memberRenamer(schema: TSchema, prefix: string): Renamer | null {
  const { properties = {}, items, additionalProperties, ...node } = schema as Node;
  const { anyOf = [], oneOf = [], allOf = [] } = node;
  return inOrder([
    ...Object.entries(properties).map(([name, member]) => renamerOf({ name, member }, prefix)),
    ...[items, additionalProperties].map((each) =>
      typeof each === 'object' ? forEach(memberRenamer(each, prefix)) : null,
    ),
    ...[...anyOf, ...oneOf, ...allOf].map((each) => memberRenamer(each, prefix)),
  ]);
}

/** The member that a message begins with (`lineItemRecords[0].platformId: …`), as named on the wire. */
export function nameOnWire(message: string, prefix: string): string {
  return prefix === 'platform'
    ? message
    : message.replace(/^[\w.[\]]+(?=: )/, (path) => path.replace(/\bplatform(?=[A-Z])/g, prefix));
}

function renamerOf({ name, member }: { name: string; member: TSchema }, prefix: string): Renamer | null {
  const printed = wireName(name, prefix);
  const inner = memberRenamer(member, prefix);
  if (printed === name && !inner) return null;
  return (value) => {
    if (!isObject(value)) return;
    if (printed !== name && Object.hasOwn(value, printed)) {
      value[name] = value[printed];
      delete value[printed];
    }
    inner?.(value[name]);
  };
}

function forEach(rename: Renamer | null): Renamer | null {
  if (!rename) return null;
  return (value) => {
    for (const each of isObject(value) ? Object.values(value) : []) rename(each);
  };
}

function inOrder(parts: readonly (Renamer | null)[]): Renamer | null {
  const renamers = parts.filter((part) => part !== null);
  if (renamers.length === 0) return null;
  return (value) => {
    for (const rename of renamers) rename(value);
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
