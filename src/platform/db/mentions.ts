import { type RawBuilder, sql } from 'kysely';

/** What identifies a person in free text that no id leads to. */
export interface Mentioned {
  /** Names, addresses, numbers: matched as whole words, ignoring case. */
  texts: readonly string[];
  /** Ids of the person's resources: matched only as a whole JSON value or CSV cell. */
  ids: readonly string[];
}

/** SQL: whether a text, also JSON, mentions the person; `src/areas/erasure/find-mentions.ts` checks files. */
export function mentions(text: RawBuilder<unknown>, { texts, ids }: Mentioned): RawBuilder<boolean> {
  const conditions = [
    // Strips the quoting of JSON, CSV and JSON within JSON.
    ...(texts.length > 0 ? [sql`translate(lower(${text}), '"\\', '') ~ ${patternOfTexts(texts)}`] : []),
    ...(ids.length > 0 ? [sql`${text} ~ ${patternOfIds(ids)}`] : []),
  ];
  return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

function patternOfTexts(texts: readonly string[]): string {
  // In a database without a locale, `lower` and `alnum` cover ASCII letters only: the forms compensate for
  // the first; because of the second, a name is also found as part of a longer word.
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

/** Non-ASCII characters are not special in a pattern, and escaping them would be an error. */
function escapeOne(character: string): string {
  return character < '\x80' ? `\\${character}` : character;
}
