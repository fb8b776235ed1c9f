import type { CompiledQuery, RawBuilder } from 'kysely';
import { builder } from './transaction-on-client.ts';

/** The values of a statement by name. A list is expanded to its values, in order. */
export type Values<Name extends string> = Readonly<Record<Name, unknown>>;

/** Binds values to the statement. */
export type CachedStatement<Name extends string, Row> = (values: Values<Name>) => CompiledQuery<Row>;

/**
 * A statement that is built once, not on each run: `build` gets placeholders for the values, and is called
 * again only for lists of other lengths, of which there should be few. Building took four tenths of this
 * process's time for a statement of forty values.
 * `build` must take every value from its argument: a value of its own would stay that of the first run for
 * ever, and is rejected.
 */
export function cachedStatement<Name extends string, Row>(
  build: (values: Values<Name>) => RawBuilder<Row>,
): CachedStatement<Name, Row> {
  const cache = new Map<string, Compiled<Row>>();
  return (values) => {
    const shape = shapeOf(values);
    const statement = cache.get(shape) ?? compile(build(placeholdersOf(values)));
    cache.set(shape, statement);
    return {
      ...statement.compiled,
      parameters: statement.placeholders.map((placeholder) => placeholder.of(values)),
    };
  };
}

interface Compiled<Row> {
  compiled: CompiledQuery<Row>;
  /** The source of each parameter. */
  placeholders: readonly Placeholder[];
}

/** Placeholder for a value. */
class Placeholder {
  readonly #name: string;
  readonly #index: number | null;

  constructor(name: string, index: number | null) {
    this.#name = name;
    this.#index = index;
  }

  of(values: Values<string>): unknown {
    const value = values[this.#name];
    return this.#index === null ? value : (value as readonly unknown[])[this.#index];
  }
}

function compile<Row>(statement: RawBuilder<Row>): Compiled<Row> {
  const compiled = statement.compile(builder);
  const placeholders = compiled.parameters.map((parameter) => {
    if (parameter instanceof Placeholder) return parameter;
    throw new Error(`a cached statement contains a constant value: ${compiled.sql.slice(0, 200)}`);
  });
  return { compiled, placeholders };
}

function shapeOf(values: Values<string>): string {
  let shape = '';
  for (const value of Object.values(values)) shape += Array.isArray(value) ? `${value.length} ` : '- ';
  return shape;
}

function placeholdersOf<Name extends string>(values: Values<Name>): Values<Name> {
  const placeholders = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value)
      ? value.map((_, index) => new Placeholder(name, index))
      : new Placeholder(name, null),
  ]);
  return Object.fromEntries(placeholders) as Values<Name>;
}
