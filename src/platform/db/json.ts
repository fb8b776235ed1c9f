import { type RawBuilder, sql } from 'kysely';

/** A value for a JSON column. Needed for arrays too: the driver would turn them into PostgreSQL arrays. */
export function json<T>(value: T): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`;
}
