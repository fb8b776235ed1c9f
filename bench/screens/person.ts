import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

/** An administrator with a session, who also operates the deployment; the value of the cookie. */
export async function addAdministrator(owner: pg.Client): Promise<string> {
  const cookie = randomBytes(32).toString('base64url');
  const id = `usr.${Date.now().toString(36)}`;
  await owner.query(
    `insert into users (id, email, name, password_hash, created_at, updated_at)
     values ($1, $2, 'Ann Example', 'none', now(), now())`,
    [id, `${id}@example.com`],
  );
  await owner.query(
    `insert into memberships (org_id, user_id, role, created_at, updated_at)
     select org_id, $1, 'ADMINISTRATOR', now(), now() from organizations where environment = 'production'`,
    [id],
  );
  await owner.query(
    `insert into sessions (org_id, id, user_id, secret_hash, address, browser, created_at, rotated_at,
       last_used_at, expires_at)
     select org_id, 'ses' || $1, $1, $2, '203.0.113.7', 'Chromium', now(), now(), now(),
       now() + interval '7 days'
     from organizations where environment = 'production'`,
    [id, createHash('sha256').update(cookie).digest()],
  );
  return cookie;
}
