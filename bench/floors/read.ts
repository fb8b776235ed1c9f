import Fastify from 'fastify';
import pg from 'pg';

// The floor of a list read: no credential, no validation, no transaction, no policy; one prepared statement.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const { rows: orgs } = await pool.query(
  "select org_id from organizations where environment = 'production' limit 1",
);
const orgId = orgs[0].org_id;
const text = `select id, name, type, billable_name, status, created_at from add_ons
  where org_id = $1 order by name collate "C" asc, id collate "C" asc limit 21`;
const app = Fastify();
app.get('/addons', async () => {
  const { rows } = await pool.query({ name: 'list', text, values: [orgId] });
  return { data: rows.slice(0, 20), nextToken: null };
});
console.log(`ready ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
