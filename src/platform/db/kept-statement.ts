import type { CompiledQuery, RawBuilder } from 'kysely';
import { builder } from './transaction-on-client.ts';

/** The values of a statement by name. A list is expanded to its values, in order. */
export type Values<Name extends string> = Readonly<Record<Name, unknown>>;

/** Binds values to the statement. */
export type KeptStatement<Name extends string, Row> = (values: Values<Name>) => CompiledQuery<Row>;

/**
 * A statement that is built once, not on each run: `build` gets placeholders for the values, and is called
 * again only for lists of other lengths, of which there should be few. Building took four tenths of this
 * process's time for a statement of forty values.
 * `build` must take every value from its argument: a value of its own would stay that of the first run for
 * ever, and is rejected.
 */
export function keptStatement<Name extends string, Row>(
  build: (values: Values<Name>) => RawBuilder<Row>,
): KeptStatement<Name, Row> {
  const kept = new Map<string, Kept<Row>>();
  return (values) => {
    const shape = shapeOf(values);
    const statement = kept.get(shape) ?? keep(build(placesOf(values)));
    kept.set(shape, statement);
    return { ...statement.compiled, parameters: statement.places.map((place) => place.of(values)) };
  };
}

interface Kept<Row> {
  compiled: CompiledQuery<Row>;
  /** The source of each parameter. */
  places: readonly Place[];
}

/** Placeholder for a value. */
class Place {
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

function keep<Row>(statement: RawBuilder<Row>): Kept<Row> {
  const compiled = statement.compile(builder);
  const places = compiled.parameters.map((parameter) => {
    if (parameter instanceof Place) return parameter;
    throw new Error(`a kept statement has a value of its own: ${compiled.sql.slice(0, 200)}`);
  });
  return { compiled, places };
}

function shapeOf(values: Values<string>): string {
  let shape = '';
  for (const value of Object.values(values)) shape += Array.isArray(value) ? `${value.length} ` : '- ';
  return shape;
}

function placesOf<Name extends string>(values: Values<Name>): Values<Name> {
  const places = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((_, index) => new Place(name, index)) : new Place(name, null),
  ]);
  return Object.fromEntries(places) as Values<Name>;
}
