import { pdfPages } from '#test/read-pdf.ts';
import type { Database } from './database-server.ts';

/**
 * Everything that billing has stored in the sandbox, a line each, without what is another in every run: ids
 * that are made, the counters of rows, real time. Invoices are called by whose they are; numbers go to
 * invoices in the order in which they are committed, which is free, so they stand in a list of their own.
 */
export async function readOutcome(
  database: Database,
  readFile: (key: string) => Promise<Uint8Array>,
): Promise<string[]> {
  const invoices = await database.query<Invoice>(INVOICES);
  const names = new Map(invoices.map((invoice) => [invoice.id, nameOf(invoice)]));
  const rename = (line: string) =>
    line.replaceAll(GENERATED, (id) => names.get(id) ?? id.slice(0, id.indexOf('.')));
  const numbers = invoices.map((invoice) => `number ${invoice.sequence_id}`);
  const pdfs: string[] = [];
  for (const { id, sequence_id: number, storage_key: key } of invoices) {
    if (number === null) continue;
    const text =
      key === null
        ? 'none'
        : pdfPages(await readFile(key))
            .flat()
            .join(' | ');
    pdfs.push(`PDF of ${names.get(id)}: ${text.replaceAll(number, '#')}`);
  }
  const rows: string[] = [];
  for (const { table, without } of TABLES) {
    const found = await database.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) - '{${without}}'::text[] as row from ${table} t where org_id = (${SANDBOX})`,
    );
    rows.push(...found.map(({ row }) => `${table} ${rename(JSON.stringify(row))}`));
  }
  return [...numbers, ...pdfs, ...rows].sort();
}

/** What one outcome has more often than another. */
export function without(outcome: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of other) left.set(line, (left.get(line) ?? 0) + 1);
  return outcome.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

interface Invoice {
  id: string;
  owner: string;
  invoice_type: string;
  start_at: Date;
  sequence_id: string | null;
  storage_key: string | null;
}

const SANDBOX = `select org_id from organizations where environment = 'sandbox'`;
const GENERATED = /\b[a-z]{2,6}\.[0-9A-Za-z]{8}\.[0-9A-Za-z]{7}\b/g;
const INVOICES = `
  select i.id, coalesce(account_id, 'the group') as owner, invoice_type, start_at, sequence_id, f.storage_key
  from invoices i left join files f on f.org_id = i.org_id and f.id = i.pdf_file_id
  where i.org_id = (${SANDBOX})`;

function nameOf({ owner, invoice_type: type, start_at: start }: Invoice): string {
  return `${type} of ${owner} from ${start.toISOString()}`;
}

/** With the columns that differ from run to run. */
const TABLES = [
  { table: 'invoices', without: 'row_version,sequence_id,generated_at,updated_at' },
  { table: 'invoice_sequences', without: '' },
  { table: 'credits', without: 'id,row_version' },
  { table: 'credit_transactions', without: 'id,ordinal,credit_id' },
  { table: 'wallets', without: 'id,row_version' },
  { table: 'wallet_entries', without: 'id,ordinal,movement_id' },
  { table: 'ledger_movements', without: 'id' },
  { table: 'ledger_postings', without: 'movement_id' },
  { table: 'invoice_allocations', without: 'id,movement_id' },
  { table: 'jobs', without: 'row_version' },
  { table: 'job_entries', without: '' },
  { table: 'webhook_events', without: 'id,created_at' },
  // How often something was asked is real time; what was asked and answered is not.
  {
    table: 'finalization_calls',
    without: 'id,digest,attempts,first_called_at,created_at',
  },
  // Bytes of a PDF that was rendered twice may lie there twice; its row is there once.
  { table: 'files', without: 'id,name,storage_key,sha256,size_bytes' },
  { table: 'scheduled_work', without: 'id' },
];
