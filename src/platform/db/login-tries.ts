import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** A limit: the number of attempts within some minutes, per subject. */
export interface Tries {
  kind:
    | 'LOGIN'
    | 'LOGIN_PERSON'
    | 'LOGIN_ADDRESS'
    | 'PASSWORD_MAIL'
    | 'PASSWORD_MAIL_PERSON'
    | 'INVITATION_PERSON';
  /** Hex SHA-256 of the subject: the table contains no network address and no e-mail. */
  subject: string;
  max: number;
  minutes: number;
}

/** How long an address from which a person has logged in counts as known. */
const KNOWN_DAYS = 30;

/**
 * Counts an attempt before its result is known, in real time of the database: of concurrent attempts, in any
 * number of processes, at most `max` succeed. Returns null, or the seconds until the next attempt is
 * allowed.
 */
export async function takeTry(tx: Tx, { kind, subject, max, minutes }: Tries): Promise<number | null> {
  const recent = sql`from unnest(a.tries) as tried (at)
    where tried.at > clock_timestamp() - make_interval(mins => ${minutes})`;
  const { rows } = await sql`
    insert into portal_attempts as a (kind, subject, tries, last_at)
    values (${kind}, ${subject}, array[clock_timestamp()], clock_timestamp())
    on conflict (kind, subject) do update
      set tries = array(select tried.at ${recent} order by 1) || clock_timestamp(),
        last_at = clock_timestamp()
      where (select count(*) ${recent}) < ${max}
    returning 1`.execute(tx);
  if (rows.length > 0) return null;
  const { rows: waits } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from min(tried.at) + make_interval(mins => ${minutes})
      - clock_timestamp())))::int as seconds
    from portal_attempts a, unnest(a.tries) as tried (at)
    where a.kind = ${kind} and a.subject = ${subject}
      and tried.at > clock_timestamp() - make_interval(mins => ${minutes})`.execute(tx);
  return waits[0]?.seconds ?? 1;
}

/** Removes the last attempt from the count, because it did not fail. Earlier ones stay, whoever made them. */
export async function giveBackTry(tx: Tx, { kind, subject }: Pick<Tries, 'kind' | 'subject'>): Promise<void> {
  await sql`
    update portal_attempts set tries = trim_array(tries, 1)
    where kind = ${kind} and subject = ${subject} and cardinality(tries) > 0`.execute(tx);
}

/** A success clears the count of earlier failures. */
export async function forgetTries(tx: Tx, { kind, subject }: Pick<Tries, 'kind' | 'subject'>): Promise<void> {
  await sql`delete from portal_attempts where kind = ${kind} and subject = ${subject}`.execute(tx);
}

/** Whether there was a recent login from an address; the subject combines person and address. */
export async function isKnownAddress(tx: Tx, subject: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from portal_attempts where kind = 'KNOWN_ADDRESS' and subject = ${subject}
      and last_at > clock_timestamp() - make_interval(days => ${KNOWN_DAYS})`.execute(tx);
  return rows.length > 0;
}

export async function rememberAddress(tx: Tx, subject: string): Promise<void> {
  await sql`
    insert into portal_attempts (kind, subject, tries, last_at)
    values ('KNOWN_ADDRESS', ${subject}, '{}', clock_timestamp())
    on conflict (kind, subject) do update set last_at = excluded.last_at`.execute(tx);
}

/** Deletes all counters with a person's prefix: attempts and known addresses. */
export async function forgetPerson(tx: Tx, person: string): Promise<void> {
  await sql`delete from portal_attempts where starts_with(subject, ${person})`.execute(tx);
}

/** Deletes expired attempts of all organizations; at most 10,000. */
export async function deleteOldTries(tx: Tx): Promise<void> {
  await sql`
    delete from portal_attempts where ctid = any(array(
      select ctid from portal_attempts
      where last_at < clock_timestamp() - make_interval(days => case kind
        when 'KNOWN_ADDRESS' then ${KNOWN_DAYS} else 1 end)
      limit 10000))`.execute(tx);
}
