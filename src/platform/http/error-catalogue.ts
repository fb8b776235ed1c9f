import type { AnyProblemKind } from '../problem.ts';
import type { Operation } from './operation.ts';
import { SERVICE_PROBLEMS } from './problems.ts';

/**
 * By code: the status, and the message template with details in braces, such as `customer {id} not found`.
 */
export type ErrorCatalogue = Record<string, { status: number; message: string }>;

/** Every error that the operations, or the service itself, can return, sorted by code. */
export function errorCatalogue(operations: readonly Operation[]): ErrorCatalogue {
  const kinds = [...SERVICE_PROBLEMS, ...operations.flatMap(({ problems = [] }) => problems)];
  const entries = new Map(kinds.map((kind) => [kind.code, kind]));
  return Object.fromEntries(
    [...entries]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, kind]) => [code, { status: kind.status, message: templateOf(kind) }]),
  );
}

/** The template of a kind, or else its message with detail names in place of values. */
export function templateOf(kind: AnyProblemKind): string {
  return kind.template ?? kind(placeholder([]) as never).message;
}

/**
 * A placeholder for a detail: its members are placeholders, its methods return it, its text is its name in
 * braces, and as a list it has itself as its only item.
 */
function placeholder(path: readonly string[]): unknown {
  const text = `{${path.join('.')}}`;
  return new Proxy(() => text, {
    get: (_, key) => {
      if (key === Symbol.toPrimitive || key === 'join' || key === 'toString') return () => text;
      if (key === Symbol.iterator) return () => [placeholder(path)].values();
      if (key === 'length') return 2;
      return placeholder([...path, String(key)]);
    },
    apply: () => placeholder(path.slice(0, -1)),
  });
}
