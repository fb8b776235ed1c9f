import { type RawBuilder, sql } from 'kysely';

/** By what a person is found in a text that no id leads to. */
export interface Mentioned {
  /** Names, addresses, numbers: whole words, in whatever case. */
  texts: readonly string[];
  /** Ids of things of the person: only where they stand alone, as a value of JSON or a cell of CSV. */
  ids: readonly string[];
}

/** Whether a text, also JSON, mentions the person; `src/areas/erasure/find-mentions.ts` asks it of files. */
export function mentions(text: RawBuilder<unknown>, { texts, ids }: Mentioned): RawBuilder<boolean> {
  const conditions = [
    // Without what JSON, CSV and JSON in JSON quote a text by.
    ...(texts.length > 0 ? [sql`translate(lower(${text}), '"\\', '') ~ ${patternOfTexts(texts)}`] : []),
    ...(ids.length > 0 ? [sql`${text} ~ ${patternOfIds(ids)}`] : []),
  ];
  return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

function patternOfTexts(texts: readonly string[]): string {
  // Where the database has no locale, `lower` and `alnum` know the letters of ASCII only: the forms make up
  // for the first; for want of the second a name is also found as part of a longer word.
  const forms = texts.flatMap((text) => [text.toLowerCase(), text.replace(/[A-Z]/g, (c) => c.toLowerCase())]);
  return `(^|[^[:alnum:]])(${alternatives(forms.map((form) => form.replace(/["\\]/g, '')))})($|[^[:alnum:]])`;
}

const EDGE = String.raw`[\s"'\\,;|/]`;

function patternOfIds(ids: readonly string[]): string {
  return `(^|${EDGE})(${alternatives(ids.flatMap((id) => [id, encodeURIComponent(id)]))})($|${EDGE})`;
}

function alternatives(texts: readonly string[]): string {
  return [...new Set(texts)].map((text) => text.replace(/[^\p{L}\p{N}]/gu, escapeOne)).join('|');
}

/** Beyond ASCII nothing is special to the database, and an escape would be a fault. */
function escapeOne(character: string): string {
  return character < '\x80' ? `\\${character}` : character;
}
