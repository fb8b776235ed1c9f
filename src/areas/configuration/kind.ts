import type { ContentFault } from '#areas/invoice-templates/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import type { Context, Operation } from '#platform/http/operation.ts';
import { nounOf, thingRefused } from './problems.ts';
import type { ThingType } from './schema.ts';

/** An import in progress. */
export interface Run {
  context: Context;
  /** Rejected resources, as `type name`. */
  rejected: Set<string>;
  /** Faults of templates, found before the transaction began. */
  faults: ReadonlyMap<object, ContentFault>;
  /** How many changed members the response still takes. */
  changesLeft: number;
}

/** The existing resource with a name. */
export interface Found {
  id: string;
  /** In document form. */
  item: object;
}

/** How to find and write the resources of one type, with the operations of their area. */
export interface Kind<T extends object> {
  type: ThingType;
  nameOf(item: T): string;
  /** Null if there is none. Raises the reason why the existing resource cannot be written. */
  find(run: Run, item: T): Promise<Found | null>;
  create(run: Run, item: T): Promise<void>;
  change(run: Run, item: T, found: Found): Promise<void>;
  /** Remaining manual steps after the import. */
  remark?(context: Context, item: T): Promise<string | null>;
}

/** Runs the handler of an operation and returns its response. `prepared`: the result of its `prepare`. */
export async function call<T = unknown>(
  operation: Operation,
  { context }: Pick<Run, 'context'>,
  input: { params?: object; query?: object; body?: object; prepared?: unknown },
): Promise<T> {
  if (!operation.handle) throw new Error(`operation ${operation.id} has no handler`);
  const { params = {}, query = {}, body = {}, prepared } = input;
  return (await operation.handle(context, { params, query, body, page: undefined } as never, prepared)) as T;
}

/** Whether two resources are equal in stored form; exact numbers are compared as texts. */
export function isSame(left: object, right: object): boolean {
  return printed(left) === printed(right);
}

function printed(item: object): string {
  return canonicalJson(JSON.parse(JSON.stringify(item)));
}

export function reject(reason: string): never {
  throw thingRefused({ reason });
}

/** Raises the reason if a resource that another one names does not exist. */
export function rejectUnknown(run: Run, { type, name }: { type: ThingType; name: string }): never {
  const noun = nounOf(type);
  if (run.rejected.has(`${type} ${name}`))
    reject(`it refers to ${noun} ${name}, which was itself rejected; correct that one first`);
  reject(
    `it refers to ${noun} ${name}, which is neither in the document nor in this environment; add it ` +
      'to the document, or create it first',
  );
}
