import { use } from 'react';
import { language } from '../format/locale.ts';
import { pluralOf } from '../format/plural.ts';
import type { Messages } from './areas.ts';
import { atOnce } from './at-once.ts';
import { fill, type Values } from './fill.ts';
import { pseudo } from './pseudo.ts';

export type MessageArea = keyof Messages;
type Catalog = Readonly<Record<string, string>>;

const files = import.meta.glob<Catalog>('./{en,de}/*.json', { import: 'default' });
const loaded = new Map<MessageArea, Promise<Translate<string>>>();

/** Loads the texts of an area in the chosen language, once. A route does so before its screen appears. */
export function loadMessages(area: MessageArea): Promise<Translate<string>> {
  const known = loaded.get(area);
  if (known) return known;
  const made = atOnce(load(area).then(translator));
  loaded.set(area, made);
  return made;
}

async function load(area: MessageArea): Promise<Catalog> {
  const folder = language === 'de' ? 'de' : 'en';
  const file = files[`./${folder}/${area}.json`];
  if (!file) throw new Error(`there are no texts ${folder}/${area}`);
  const catalog = await file();
  return language === 'pseudo' ? pseudo(catalog) : catalog;
}

export interface Translate<Key extends string> {
  /** Numbers among the values are formatted as counts. */
  (key: Key, values?: Values): string;
  /** `key_one` or `key_other`, with the formatted count as `{count}`. */
  count(key: PluralOf<Key>, count: number, values?: Values): string;
}

type PluralOf<Key extends string> = Key extends `${infer Stem}_other` ? Stem : never;

export type MessageKey<Area extends MessageArea> = keyof Messages[Area] & string;

/**
 * The texts of an area, always the same function. A missing key is a compiler error; placeholders are
 * `{name}`.
 */
export function useMessages<Area extends MessageArea>(area: Area): Translate<MessageKey<Area>> {
  return use(loadMessages(area)) as Translate<MessageKey<Area>>;
}

function translator(catalog: Catalog): Translate<string> {
  const textOf = (key: string) => catalog[key] ?? missing(key);
  return Object.assign((key: string, values?: Values) => fill(textOf(key), values), {
    count: (key: string, count: number, values?: Values) =>
      fill(catalog[`${key}_${pluralOf(count)}`] ?? textOf(`${key}_other`), { ...values, count }),
  });
}

/** Such as the code of a status that a newer service knows: it is shown as it is. A test of screens fails. */
function missing(key: string): string {
  console.error(`no text has the key ${key}`);
  return key.slice(key.lastIndexOf('.') + 1);
}
