import type { ContentFault } from '#areas/invoice-templates/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import type { Context, Operation } from '#platform/http/operation.ts';
import { nounOf, thingRefused } from './problems.ts';
import type { ThingType } from './schema.ts';

/** A document on its way into an environment. */
export interface Run {
  context: Context;
  /** Things that were refused, as `type name`. */
  refused: Set<string>;
  /** Of templates, what was found wrong with them before the transaction began. */
  faults: ReadonlyMap<object, ContentFault>;
}

/** What an environment has of a name. */
export interface Found {
  id: string;
  /** As a document says it. */
  item: object;
}

/** How the things of one type are found and written, by the operations of their area. */
export interface Kind<T extends object> {
  type: ThingType;
  nameOf(item: T): string;
  /** Null when there is none. Raises the reason why what has the name cannot be written. */
  find(run: Run, item: T): Promise<Found | null>;
  create(run: Run, item: T): Promise<void>;
  change(run: Run, item: T, found: Found): Promise<void>;
  /** What is left to do by hand, after it was written. */
  remark?(context: Context, item: T): Promise<string | null>;
}

/** Does what an operation does for a request; its answer. `prepared`: what its `prepare` comes to. */
export async function call<T = unknown>(
  operation: Operation,
  { context }: Pick<Run, 'context'>,
  input: { params?: object; query?: object; body?: object; prepared?: unknown },
): Promise<T> {
  if (!operation.handle) throw new Error(`operation ${operation.id} has no handler`);
  const { params = {}, query = {}, body = {}, prepared } = input;
  return (await operation.handle(context, { params, query, body, page: undefined } as never, prepared)) as T;
}

/** Whether two things say the same, written as they are kept; exact numbers are compared by their texts. */
export function isSame(left: object, right: object): boolean {
  return printed(left) === printed(right);
}

function printed(item: object): string {
  return canonicalJson(JSON.parse(JSON.stringify(item)));
}

export function refuse(reason: string): never {
  throw thingRefused({ reason });
}

/** Raises the reason why a thing that another one names is not there. */
export function refuseUnknown(run: Run, { type, name }: { type: ThingType; name: string }): never {
  const noun = nounOf(type);
  if (run.refused.has(`${type} ${name}`)) refuse(`${noun} ${name}, which it names, is refused itself`);
  refuse(
    `it names ${noun} ${name}, which is neither in the document nor here; ` +
      'add it to the document, or create it first',
  );
}
