/** The first migration that has to keep these rules. */
export const FIRST_CHECKED = 97;

/** Tables that have millions of rows, or that every request reads. */
export const HOT_TABLES: readonly string[] = [
  ...['events', 'event_keys', 'past_event_keys', 'purged_event_keys', 'event_contexts', 'usage'],
  ...['context_hours', 'context_cycles', 'usage_deltas', 'meter_hours', 'meter_hour_changes'],
  ...['invoices', 'invoice_revenue', 'invoice_bookings', 'credit_transactions', 'feature_credit_entries'],
  ...['ledger_movements', 'ledger_postings', 'wallet_entries', 'payments', 'payment_records'],
  ...['audit_log', 'logged_requests', 'webhook_events', 'webhook_deliveries', 'webhook_attempts', 'mails'],
  ...[
    'idempotency_keys',
    'scheduled_work',
    'job_entries',
    'accounts',
    'customers',
    'organizations',
    'api_keys',
  ],
];

/** `-- locks: because …` in a migration lifts the rules for it: somebody has measured. */
const REASON = /^-- locks: \S.{10,}$/m;
const VOLATILE = /\b(?:clock_timestamp|random|gen_random_uuid|nextval|timeofday|uuidv\d)\s*\(/;
const CONCURRENT =
  /^(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists) /;
const ONE_STATEMENT =
  'create index concurrently if not exists or drop index concurrently if exists, which can be repeated';
const ALTERS = /^alter table (?:only )?(?:if exists )?([a-z_]+) (.+)$/;

interface Rule {
  matches: (statement: string, table: string | null) => boolean;
  advice: string;
}

const isHot = (table: string | null) => table !== null && HOT_TABLES.includes(table);

/** Each keeps writers, or also readers, of a hot table waiting for as long as the table is large. */
const RULES: readonly Rule[] = [
  {
    matches: (text, table) => /^create (?:unique )?index (?!concurrently)/.test(text) && isHot(table),
    advice: 'builds an index while writers wait; use create index concurrently, with -- transaction: none',
  },
  {
    matches: (text, table) =>
      /\badd (?:column )?\S+ .*\bdefault\b/.test(text) && VOLATILE.test(text) && isHot(table),
    advice:
      'computes a default for each row, and rewrites the table; add the column without, then set the default',
  },
  {
    matches: (text, table) => /\badd (?:column )?\S+ .*\bgenerated\b/.test(text) && isHot(table),
    advice:
      'computes a column for each row, and rewrites the table; write it from now on, and the rest in pieces',
  },
  {
    matches: (text, table) => /\balter (?:column )?\S+ (?:set data )?type\b/.test(text) && isHot(table),
    advice: 'rewrites the table; add a column of the new type and fill it in pieces',
  },
  {
    matches: (text, table) =>
      /\badd (?:constraint \S+ )?(?:check|foreign key)\b/.test(text) &&
      !/ not valid\b/.test(text) &&
      isHot(table),
    advice:
      'reads all rows while writers wait; add the constraint not valid, and validate it in a later migration',
  },
  {
    matches: (text, table) =>
      /\badd (?:constraint \S+ )?(?:unique|primary key)\b/.test(text) &&
      !/ using index\b/.test(text) &&
      isHot(table),
    advice:
      'builds an index while all wait; create it concurrently before, and add the constraint using index',
  },
  {
    matches: (text, table) => /\balter (?:column )?\S+ set not null\b/.test(text) && isHot(table),
    advice: 'reads all rows while all wait; validate a check (… is not null) before',
  },
  {
    matches: (text, table) =>
      /^(?:update|delete from|truncate|cluster|lock table|vacuum full)\b/.test(text) && isHot(table),
    advice: 'changes or locks many rows in one transaction; let the hourly maintenance do it in pieces',
  },
  {
    matches: (text) =>
      /^(?:set (?:local |session )?|select set_config\(')(?:lock_timeout|statement_timeout)\b/.test(text),
    advice: 'takes away the limit of two seconds with which the service waits for locks',
  },
];

/** What a new migration does that keeps callers waiting, or does not say, as `statement: advice`. */
export function findBrokenRules({ name, text }: { name: string; text: string }): string[] {
  const header = /^-- beside: (?:yes|no)$/m.test(text)
    ? []
    : [`${name} does not say whether older processes may run beside it: add "-- beside: yes" or "no"`];
  const statements = splitStatements(text);
  if (/^-- transaction: none$/m.test(text))
    return statements.length === 1 && CONCURRENT.test(statements[0] ?? '')
      ? header
      : [...header, `${name} has no transaction: it may have one statement, ${ONE_STATEMENT}`];
  if (REASON.test(text)) return header;
  const broken = statements.flatMap((statement) =>
    RULES.filter(({ matches }) => matches(statement, tableOf(statement))).map(
      ({ advice }) => `${name}: "${statement.slice(0, 60)}" ${advice}`,
    ),
  );
  return [...header, ...broken, ...findHeldLocks(name, statements)];
}

/** A lock is held until the end of the transaction: what follows it must be short. */
function findHeldLocks(name: string, statements: readonly string[]): string[] {
  const first = statements.findIndex(
    (statement) =>
      /^(?:alter table|create trigger|create policy|drop policy|drop trigger)\b/.test(statement) &&
      isHot(tableOf(statement)),
  );
  if (first < 0) return [];
  return statements
    .slice(first + 1)
    .filter((statement) =>
      /^(?:insert into \S+ .*\bselect\b|alter table .*\bvalidate constraint|update)\b/.test(statement),
    )
    .map(
      (statement) =>
        `${name}: "${statement.slice(0, 60)}" runs while "${(statements[first] ?? '').slice(0, 60)}" ` +
        'keeps its lock; put it into a migration of its own',
    );
}

/** Statements in lower case with single spaces, without comments; bodies of functions are left out. */
function splitStatements(text: string): string[] {
  return text
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '');
}

function tableOf(statement: string): string | null {
  const named =
    ALTERS.exec(statement)?.[1] ??
    /^create (?:unique )?index .*?\bon (?:only )?([a-z_]+)/.exec(statement)?.[1] ??
    /^(?:update|delete from|truncate(?: table)?|cluster|lock table|vacuum full) (?:only )?([a-z_]+)/.exec(
      statement,
    )?.[1] ??
    /^(?:create|drop) (?:or replace )?(?:trigger|policy) .*?\bon ([a-z_]+)/.exec(statement)?.[1];
  return named ?? null;
}
