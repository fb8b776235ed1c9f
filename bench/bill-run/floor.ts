import type pg from 'pg';
import { renderInvoicePdf } from '#areas/invoice-printing/pdf/render-invoice-pdf.ts';
import type { InvoiceRow } from '#areas/invoices/store/invoices.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { decimal } from '#core/decimal.ts';
import { computeStored, type StoredInputs } from '#core/invoice/stored-inputs.ts';
import { type Cost, startMeter } from './phases.ts';

/** What cannot be left out of issuing invoices, of as many as the floor is measured with. */
export interface Floor {
  compute: Cost;
  draw: Cost;
  /** One transaction: the draft is locked, counted and written. */
  write: Cost;
}

const SAMPLE = 500;

interface Issued {
  id: string;
  inputs: string;
  document: string;
  details: InvoiceRow['details'];
  row: Record<string, unknown>;
}

/**
 * The bare computation, the bare drawing and a bare transaction for each of the invoices that the service has
 * just issued, in this process and one after the other.
 */
export async function measureFloor(owner: pg.Client): Promise<Floor> {
  const { rows } = await owner.query<Issued>(
    `select id, inputs, document, details, to_jsonb(i) as row from invoices i
     where sequence_id is not null order by id limit $1`,
    [SAMPLE],
  );
  await prepareTables(owner);
  const meter = await startMeter(process.pid, owner);
  for (const { inputs, document } of rows)
    if (canonicalJson(computeStored(JSON.parse(inputs) as StoredInputs)) !== document)
      throw new Error('the floor computes something else');
  const compute = await meter(rows.length);
  for (const issued of rows) await renderInvoicePdf(printable(issued), { isSandbox: true });
  const draw = await meter(rows.length);
  for (const issued of rows) await writeOne(owner, issued);
  return { compute, draw, write: await meter(rows.length) };
}

/** As the database library of the service would give it. */
function printable({ row, ...texts }: Issued): InvoiceRow {
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const members = Object.entries(row).map(([name, value]) => [camel(name), readValue(name, value)]);
  return { ...Object.fromEntries(members), ...texts } as InvoiceRow;
}

function readValue(name: string, value: unknown): unknown {
  if (value === null) return null;
  if (name.endsWith('_amount')) return decimal(String(value));
  if (name.endsWith('_date') || name.endsWith('_at')) return Temporal.Instant.from(String(value));
  return value;
}

async function prepareTables(owner: pg.Client): Promise<void> {
  await owner.query(`
    drop table if exists floor_invoices, floor_counter;
    create table floor_counter as select 0 as value;
    create table floor_invoices as select id, 'DRAFT' as status, inputs, document, details from invoices
      where sequence_id is not null;
    alter table floor_invoices add sequence_id text unique, add primary key (id);`);
}

async function writeOne(owner: pg.Client, { id, inputs, document, details }: Issued): Promise<void> {
  await owner.query('begin');
  await owner.query('select status from floor_invoices where id = $1 for update', [id]);
  const { rows } = await owner.query('update floor_counter set value = value + 1 returning value');
  await owner.query(
    `update floor_invoices set status = 'DUE', sequence_id = $2, inputs = $3, document = $4, details = $5
     where id = $1`,
    [id, rows[0].value, inputs, document, details],
  );
  await owner.query('commit');
}
