import type { Tx } from './db/database.ts';
import type { Org } from './http/operation.ts';

/**
 * Lets a lower area call a higher one, which it must not import: the lower area declares a port, the higher
 * one provides its handler, and the composition root connects them.
 */
export interface Port<K, V> {
  readonly name: string;
  /** Types of keys and values; the member does not exist at run time. */
  readonly types?: (key: K) => V;
}

/** In the order of the keys; null where there is no value. */
type Handler<K, V> = (tx: Tx, org: Org, keys: readonly K[]) => Promise<(V | null)[]>;

/** An area's handler for a port. */
export interface PortHandler {
  readonly name: string;
  readonly run: Handler<never, unknown>;
}

export type CallPort = <K, V>(
  port: Port<K, V>,
  where: { tx: Tx; org: Org },
  keys: readonly K[],
) => Promise<(V | null)[]>;

export function port<K, V>(name: string): Port<K, V> {
  return { name };
}

export function portHandler<K, V>({ name }: Port<K, V>, run: Handler<K, V>): PortHandler {
  return { name, run };
}

/** Throws `RangeError` when two areas handle one port, and when no area handles a port. */
export function portCaller(handlers: readonly PortHandler[]): CallPort {
  const byName = new Map(handlers.map((each) => [each.name, each]));
  if (byName.size < handlers.length) throw new RangeError('two areas handle one port');
  return async <K, V>({ name }: Port<K, V>, { tx, org }: { tx: Tx; org: Org }, keys: readonly K[]) => {
    const known = byName.get(name);
    if (!known) throw new RangeError(`no area handles the port ${name}`);
    if (keys.length === 0) return [];
    return (await (known.run as Handler<K, unknown>)(tx, org, keys)) as (V | null)[];
  };
}
