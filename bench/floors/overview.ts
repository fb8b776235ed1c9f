import Fastify from 'fastify';
import pg from 'pg';

// The floor of an overview: no token, no wall, no schema; the same six prepared statements, sent together.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const { rows: orgs } = await pool.query(
  "select org_id from organizations where environment = 'sandbox' limit 1",
);
const orgId = orgs[0].org_id;
const MINE = 'org_id = $1 and account_id = $2';
const STATEMENTS = Object.entries({
  account: 'select * from accounts where org_id = $1 and id = $2',
  open: `select count(*), sum(total_amount - paid_amount), min(due_date) from invoices
    where ${MINE} and status in ('DUE', 'PARTIALLY_PAID') and invoice_class = 'INVOICE'`,
  last: `select id, status, sequence_id, invoice_date, due_date, total_amount, paid_amount from invoices
    where ${MINE} and status <> 'DRAFT' order by invoice_date desc, id collate "C" limit 5`,
  running: `select id, document from invoices where ${MINE} and status = 'DRAFT' limit 1`,
  credits: `select sum(credit_amount) from credits where ${MINE} and status = 'ACTIVE'`,
  wallet: `select balance from wallets where ${MINE}`,
});
const app = Fastify();
app.get('/sandbox/ext/v1/accounts/:id/overview', async (request) => {
  const values = [orgId, (request.params as { id: string }).id];
  const responses = await Promise.all(STATEMENTS.map(([name, text]) => pool.query({ name, text, values })));
  return responses.map(({ rows }) => rows);
});
console.log(`ready ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
