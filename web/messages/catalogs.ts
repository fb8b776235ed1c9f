import { use } from 'react';
import { language } from '../format/locale.ts';
import { pluralOf } from '../format/plural.ts';
import type { Messages } from './areas.ts';
import { fill, type Values } from './fill.ts';
import { pseudo } from './pseudo.ts';

export type MessageArea = keyof Messages;
type Catalog = Readonly<Record<string, string>>;

const files = import.meta.glob<Catalog>('./{en,de}/*.json', { import: 'default' });
const loaded = new Map<MessageArea, Promise<Catalog>>();

/** Loads the texts of an area in the chosen language, once. A route does so before its screen appears. */
export function loadMessages(area: MessageArea): Promise<Catalog> {
  const known = loaded.get(area);
  if (known) return known;
  const made = load(area);
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
  (key: Key, values?: Values): string;
  /** `key_one` or `key_other`, with the count as `{count}`. */
  count(key: PluralOf<Key>, count: number, shown: string): string;
}

type PluralOf<Key extends string> = Key extends `${infer Stem}_other` ? Stem : never;

/** The texts of an area. Texts of a missing key would be a compiler error; placeholders are `{name}`. */
export function useMessages<Area extends MessageArea>(area: Area): Translate<keyof Messages[Area] & string> {
  return translator(use(loadMessages(area)));
}

export function translator<Key extends string>(catalog: Catalog): Translate<Key> {
  const translate = (key: string, values?: Values) => fill(catalog[key] ?? key, values);
  return Object.assign(translate, {
    count: (key: string, count: number, shown: string) =>
      fill(catalog[`${key}_${pluralOf(count)}`] ?? catalog[`${key}_other`] ?? key, { count: shown }),
  }) as Translate<Key>;
}
