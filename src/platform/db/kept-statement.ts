import type { CompiledQuery, RawBuilder } from 'kysely';
import { builder } from './transaction-on-client.ts';

/** What a statement is run with, by name. A list is as many values, in their order. */
export type Values<Name extends string> = Readonly<Record<Name, unknown>>;

/** Gives what is to be run. */
export type KeptStatement<Name extends string, Row> = (values: Values<Name>) => CompiledQuery<Row>;

/**
 * A statement that is put together once, not each time that it is run: `build` gets what stands for the
 * values, and is called anew only for lists of other lengths, of which there had better be few. Of what
 * a statement of forty values took this process, that was four tenths.
 *
 * `build` must take every value from what it gets: one of its own would be that of the first run for ever,
 * and is refused.
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
  /** Of its parameters. */
  places: readonly Place[];
}

/** Stands for a value. */
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
