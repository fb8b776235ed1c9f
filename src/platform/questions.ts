import type { Tx } from './db/database.ts';
import type { Org } from './http/operation.ts';

/**
 * Lets a lower area query a higher one, which it must not import: the lower area declares the question, the
 * higher one provides the answer, and the composition root connects them.
 */
export interface Question<K, A> {
  readonly name: string;
  /** Types of keys and answers; the member does not exist at run time. */
  readonly types?: (key: K) => A;
}

/** In the order of the keys; null where there is no answer. */
type Answerer<K, A> = (tx: Tx, org: Org, keys: readonly K[]) => Promise<(A | null)[]>;

/** An area's handler for a question. */
export interface Answer {
  readonly name: string;
  readonly run: Answerer<never, unknown>;
}

export type Ask = <K, A>(
  question: Question<K, A>,
  where: { tx: Tx; org: Org },
  keys: readonly K[],
) => Promise<(A | null)[]>;

export function question<K, A>(name: string): Question<K, A> {
  return { name };
}

export function answer<K, A>({ name }: Question<K, A>, run: Answerer<K, A>): Answer {
  return { name, run };
}

/** Throws `RangeError` when two areas answer one question, and when a question has no answer. */
export function asker(answers: readonly Answer[]): Ask {
  const byName = new Map(answers.map((each) => [each.name, each]));
  if (byName.size < answers.length) throw new RangeError('two areas answer the same question');
  return async <K, A>({ name }: Question<K, A>, { tx, org }: { tx: Tx; org: Org }, keys: readonly K[]) => {
    const known = byName.get(name);
    if (!known) throw new RangeError(`no area answers ${name}`);
    if (keys.length === 0) return [];
    return (await (known.run as Answerer<K, unknown>)(tx, org, keys)) as (A | null)[];
  };
}
