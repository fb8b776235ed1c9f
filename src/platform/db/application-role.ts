import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export const applicationRole = 'tallymark_app';

interface LoginFacts {
  readonly login: string;
  /** Whether the login bypasses row-level security. */
  readonly isAboveWalls: boolean;
  readonly exists: boolean;
  readonly isSafe: boolean;
  readonly isMember: boolean;
}

/**
 * Makes sure that transactions run under row-level security: with a role that owns nothing and has no special
 * rights (its name is returned), or, where this login may not create roles, as the login itself if it has no
 * special rights either (null).
 */
export async function chooseApplicationRole(client: pg.Client): Promise<string | null> {
  const facts = await readFacts(client);
  if (facts.exists && !facts.isSafe) {
    throw new Error(
      `The role ${applicationRole} is a superuser or bypasses row-level security. ` +
        `Run: alter role ${applicationRole} nosuperuser nobypassrls`,
    );
  }
  if (facts.isMember) return applicationRole;
  try {
    await grantRole(client);
    return applicationRole;
  } catch (error) {
    if (!isInsufficientRight(error)) throw error;
    if (!facts.isAboveWalls) return null;
    throw new Error(
      `The database login ${facts.login} bypasses row-level security and may not create the role ` +
        `${applicationRole}. Let an administrator run: create role ${applicationRole} nologin; ` +
        `grant ${applicationRole} to ${facts.login}`,
    );
  }
}

async function readFacts(client: pg.Client): Promise<LoginFacts> {
  const { rows } = await client.query<LoginFacts>(
    `select me.rolname as login,
            me.rolsuper or me.rolbypassrls as "isAboveWalls",
            app.oid is not null as exists,
            app.oid is not null and not app.rolsuper and not app.rolbypassrls as "isSafe",
            app.oid is not null and pg_has_role(app.oid, 'member') as "isMember"
       from pg_roles me left join pg_roles app on app.rolname = $1
      where me.rolname = current_user`,
    [applicationRole],
  );
  const facts = rows[0];
  if (!facts) throw new Error('The database login has no role of its own.');
  return facts;
}

/**
 * Roles belong to the whole server: the migration of another database on it may do the same at this moment.
 */
async function grantRole(client: pg.Client): Promise<void> {
  const attempts = 5;
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`do $$ begin
        if not exists (select from pg_roles where rolname = '${applicationRole}') then
          create role ${applicationRole} nologin nosuperuser nobypassrls;
        end if;
        grant ${applicationRole} to current_user;
      end $$`);
      return;
    } catch (error) {
      if (isInsufficientRight(error) || attempt === attempts) throw error;
      await sleep(20 * attempt);
    }
  }
}

function isInsufficientRight(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '42501';
}
