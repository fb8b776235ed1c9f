/** What a browser needs to know of an operation of the API; generated from `openapi.json`. */
export interface OperationFacts {
  id: string;
  /** The product area, in kebab-case; what becomes stale together. */
  area: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** The scope that a caller needs; null: any signed-in user. */
  scope: string | null;
  /** Names of query parameters. */
  query?: readonly string[];
  hasBody?: boolean;
  /** Whether it returns pages: `data`, and `nextToken` for the next one. */
  isPaged?: boolean;
  /** Fields by which it can be sorted. */
  sorts?: readonly string[];
  isSandboxOnly?: boolean;
}

/** An operation with the types of its input and output, which exist for the compiler only. */
export interface ApiOperation<Input, Output> extends OperationFacts {
  readonly input?: (input: Input) => void;
  readonly output?: () => Output;
}

export type InputOf<O> = O extends ApiOperation<infer Input, unknown> ? Input : never;
export type OutputOf<O> = O extends ApiOperation<never, infer Output> ? Output : never;

export function operation<Input, Output>(facts: OperationFacts): ApiOperation<Input, Output> {
  return facts;
}
