import pg from 'pg';

/** What a table needs beside the ids in its texts: columns of numbers or names that differ in each copy. */
interface Copied {
  table: string;
  /** Rows to copy; all of the organization by default. */
  where?: string;
  /** Numbers, which are moved by so many for each copy: by more than there are rows of the organization. */
  moved?: readonly string[];
  values?: Readonly<Record<string, string>>;
  /** Texts without ids of these kinds are copied as they are, which is faster. */
  isPlain?: boolean;
}

/** Beyond the numbers that a seed of some hundred accounts uses. */
const STEP = 1_000_000;
/** A transaction of ingestion takes whole blocks of so many numbers of events. */
const BLOCK = 8192;
/** The numbers above are those of the partition. */
const BLOCKS_OF_PARTITION = 2 ** 31;

/** Ids that belong to a customer; those of the catalog are the same in every copy. */
const KINDS = [
  ...['account', 'customer', 'sch', 'tenant', 'inv', 'file', 'mail', 'evt', 'payment', 'cred', 'ctx'],
  ...['wal', 'wen', 'note'],
];
const ID = `'\\m((${KINDS.join('|')})[.-][0-9A-Za-z]+(\\.[0-9A-Za-z]+)?)'`;
/** Stands in a text for the number of the copy: ids are looked for once, and not once for each copy. */
const NUMBER = '@@';
const marked = (column: string) => `regexp_replace(${column}, ${ID}, '\\1-${NUMBER}', 'g')`;
const numbered = (column: string) => `replace(${column}, '${NUMBER}', k::text)`;
const EVENT_ID = `convert_from(source.event_id, 'UTF8') || '-' || k`;
/** The number within its organization, of four digits or more, stands after the year and the month. */
const COUNT = `(split_part(source.sequence_id, '-', 3)::int + k * issued.count)::text`;
const INVOICE_NUMBER = `left(source.sequence_id, 8) || lpad(${COUNT}, greatest(4, length(${COUNT})), '0')`;

const COPIED: readonly Copied[] = [
  { table: 'customers', values: { name: `source.name || '-' || k` } },
  { table: 'accounts', values: { name: `source.name || '-' || k` } },
  { table: 'account_aliases', values: { id: 'gen_random_uuid()' } },
  ...['known_aliases', 'schedules', 'schedule_timelines'].map((table) => ({ table })),
  {
    table: 'event_contexts',
    moved: ['context_id'],
    values: { content: `sha256(source.content || convert_to(k::text, 'UTF8'))` },
  },
  {
    ...{ table: 'events', moved: ['context_id'], isPlain: true },
    values: { seq: 'source.seq + k * stretch.seqs', event_id: `convert_to(${EVENT_ID}, 'UTF8')` },
  },
  { table: 'context_hours', moved: ['context_id'], isPlain: true },
  { table: 'context_cycles', moved: ['context_id'], isPlain: true },
  { table: 'waiting_events', values: { seq: 'source.seq + k * stretch.seqs' } },
  { table: 'invoices', values: { sequence_id: INVOICE_NUMBER } },
  { table: 'invoice_revenue' },
  ...['files', 'mails', 'mail_attempts', 'notes', 'wallets', 'credits', 'credit_holds'].map((table) => ({
    table,
  })),
  { table: 'credit_transactions', moved: ['ordinal'] },
  { table: 'wallet_entries', moved: ['ordinal', 'movement_id'] },
  { table: 'ledger_movements', moved: ['id'] },
  { table: 'ledger_postings', moved: ['movement_id'] },
  { table: 'invoice_bookings', moved: ['id'] },
  { table: 'invoice_allocations', moved: ['id', 'movement_id', 'reverses'] },
  { table: 'payments', values: { transaction_number: `source.transaction_number || '-' || k` } },
  { table: 'payment_records' },
  { table: 'scheduled_work', moved: ['id'], where: `kind <> 'invoices.cycle_ended'` },
  { table: 'webhook_events', where: `resource_id ~ ${ID}` },
  { table: 'event_sequences', where: `resource_id ~ ${ID}` },
  ...['webhook_deliveries', 'webhook_attempts'].map((table) => ({ table })),
  { table: 'audit_log', moved: ['id'], where: `entity_id ~ ${ID}` },
];

/** Copies that are written at the same time. */
const AT_ONCE = 3;

/**
 * Makes an organization so many times as large: each customer with its accounts, events, invoices and all
 * beside them is copied under ids of its own. Keys of events are computed from their ids, numbers of invoices
 * and events go on without gaps and blocks in between, and entries of the audit log wait to be sealed.
 */
export async function multiply(databaseUrl: string, orgId: number, times: number): Promise<void> {
  const owners = await Promise.all(Array.from({ length: AT_ONCE }, () => connectFreely(databaseUrl)));
  // Rows of later transactions are copies.
  const { rows } = await (owners[0] as pg.Client).query('select pg_current_xact_id()::text as id');
  const before: string = rows[0].id;
  const pieces = COPIED.flatMap((copied) => piecesOf(times).map((piece) => ({ copied, ...piece })));
  await Promise.all(
    owners.map(async (owner) => {
      for (let piece = pieces.shift(); piece; piece = pieces.shift())
        await copyTable(owner, piece.copied, { orgId, before, ...piece });
    }),
  );
  const [owner] = owners as [pg.Client];
  await copyKeys(owner, orgId);
  await multiplySums(owner, orgId, times);
  await owner.query(
    `insert into audit_unsealed (org_id, id)
     select org_id, id from audit_log where org_id = $1 and id > $2 on conflict do nothing`,
    [orgId, STEP],
  );
  await goOn(owner, orgId, times);
  await Promise.all(owners.map((each) => each.end()));
}

/** Past foreign keys and triggers. */
async function connectFreely(databaseUrl: string): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  await owner.query(`set session_replication_role = replica; set work_mem = '256MB'`);
  return owner;
}

function piecesOf(times: number): { from: number; to: number }[] {
  const step = Math.ceil(times / AT_ONCE);
  return Array.from({ length: AT_ONCE }, (_, i) => ({
    from: Math.max(1, i * step),
    to: Math.min(times, (i + 1) * step) - 1,
  }));
}

interface Column {
  name: string;
  type: string;
}

async function copyTable(
  owner: pg.Client,
  copied: Copied,
  { orgId, from, to, before }: { orgId: number; from: number; to: number; before: string },
): Promise<void> {
  const { table, where = 'true', moved = [], values = {}, isPlain = false } = copied;
  const { rows: columns } = await owner.query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type from pg_attribute a
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const isText = ({ name, type }: Column) =>
    !isPlain && !values[name] && (type === 'text' || type === 'jsonb');
  const sourceOf = (column: Column) => {
    if (!isText(column)) return column.name;
    return `${marked(column.type === 'jsonb' ? `${column.name}::text` : column.name)} as ${column.name}`;
  };
  const copyOf = (column: Column) => {
    const source = `source.${column.name}`;
    if (values[column.name]) return values[column.name];
    if (moved.includes(column.name)) return `${source} + k * ${STEP}`;
    return isText(column) ? `${numbered(source)}::${column.type}` : source;
  };
  await owner.query(
    `with source as materialized (
       select ${columns.map(sourceOf).join(', ')} from ${table}
       where org_id = $1 and ${where} and xmin::text::bigint < $4::bigint),
     issued as (select (max(last_value) / 1)::int as count from invoice_sequences where org_id = $1),
     stretch as (select last_value % ${BLOCKS_OF_PARTITION} * ${BLOCK} as seqs from event_blocks)
     insert into ${table} (${columns.map(({ name }) => name).join(', ')}) overriding system value
     select ${columns.map(copyOf).join(', ')}
     from generate_series($2::int, $3::int) k cross join source cross join issued cross join stretch`,
    [orgId, from, to, before],
  );
}

/** Usage of all accounts together, which has no rows to copy. */
async function multiplySums(owner: pg.Client, orgId: number, times: number): Promise<void> {
  await owner.query(
    `update meter_hours set units = units * $2::int, events = events * $2::int where org_id = $1`,
    [orgId, times],
  );
  await owner.query(
    `update meter_hour_changes set units = array(select each * $2::int from unnest(units) as each),
       events = array(select each * $2::int from unnest(events) as each) where org_id = $1`,
    [orgId, times],
  );
}

/** In the order of the keys, in which an index is written fastest. */
async function copyKeys(owner: pg.Client, orgId: number): Promise<void> {
  await owner.query(
    `insert into event_keys (org_id, key, seq)
     select e.org_id, hashed.key, e.seq
     from events e cross join lateral (
       select ('x' || encode(substr(sha256(e.event_id), 1, 8), 'hex'))::bit(64)::bigint as key) hashed
     where e.org_id = $1 and e.status in (1, 2, 3, 9)
     order by hashed.key on conflict do nothing`,
    [orgId],
  );
}

/** What comes next begins after the last copy. */
async function goOn(owner: pg.Client, orgId: number, times: number): Promise<void> {
  await owner.query(
    `select setval('event_blocks', last_value + last_value % ${BLOCKS_OF_PARTITION} * ($1 - 1))
     from event_blocks`,
    [times],
  );
  await owner.query(`update invoice_sequences set last_value = last_value * $2 where org_id = $1`, [
    orgId,
    times,
  ]);
  const { rows } = await owner.query<{ sequence: string }>(
    `select pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
     where c.relname = any ($1)`,
    [COPIED.filter(({ moved }) => moved).map(({ table }) => table)],
  );
  for (const { sequence } of rows) await owner.query('select setval($1, $2)', [sequence, STEP * (times + 1)]);
}
