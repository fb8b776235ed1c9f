import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type Api,
  api,
  type ExplainedLine,
  type Explanation,
  type Invoice,
  type InvoiceSummary,
  type Line,
} from './api.ts';
import { EVENTS_COUNTED, EXPECTED } from './expected.ts';
import { sendUsage, setUp } from './setup.ts';
import { startThrowAway } from './throw-away.ts';

const failures: string[] = [];

/**
 * Bills a month of a sample business in a throw-away service, explains every line, and compares each figure
 * with a calculation by hand. Resolves to whether all are equal.
 */
export async function proveInvoice(): Promise<boolean> {
  const started = performance.now();
  const organization = `demo-${process.pid}`;
  console.log(
    `Tallymark demo: one month of usage in the sandbox of the temporary organization ${organization}.\n`,
  );
  const service = await startThrowAway(organization);
  try {
    const client = api(`${service.url}/sandbox`, service.sandboxKey);
    await setUp(client);
    const sent = await sendUsage(client);
    console.log(
      `Sent ${sent} events over 17 days, one of them twice. Moving the clock to 3 February, when the`,
    );
    console.log('two days of grace are over and the invoice is issued.\n');
    await client.call('PUT', '/ext/v1/clock', { now: '2030-02-03T00:00:00Z' });
    await showAdvance(client);
    await showInvoice(client);
    await savePdf(client);
  } finally {
    await service.stop();
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (failures.length > 0) {
    console.error(
      `\n${failures.length} figures differ from the hand calculation:\n  ${failures.join('\n  ')}`,
    );
    return false;
  }
  console.log(`\nEvery amount equals the hand calculation in tools/demo/expected.ts. ${seconds} s.`);
  return true;
}

/** Prints a figure beside the hand calculation, and records a difference. */
function check(what: string, seen: string, expected: string): void {
  const isRight = seen === expected;
  if (!isRight) failures.push(`${what}: the invoice says ${seen}, the hand calculation ${expected}`);
  console.log(
    `      ${isRight ? '✓' : '✗'} ${what}: ${seen}${isRight ? ' = by hand' : `, by hand ${expected}`}`,
  );
}

async function findInvoice({ call }: Api, type: string): Promise<Invoice> {
  const { data } = await call<{ data: InvoiceSummary[] }>('GET', '/invoices?owner_id=acme-production');
  // Newest first: the last match was issued first.
  const summary = data.findLast((invoice) => invoice.invoiceType === type && invoice.status !== 'DRAFT');
  if (!summary) throw new Error(`no issued invoice of type ${type}`);
  return call<Invoice>('GET', `/invoices/${summary.id}`);
}

async function showAdvance(client: Api): Promise<void> {
  const invoice = await findInvoice(client, 'STANDARD_ADVANCED');
  console.log(`Invoice ${invoice.sequenceId} (in advance), due from ${invoice.invoiceDate.slice(0, 10)}`);
  check('support fee, not prorated', invoice.totalAmount, EXPECTED.advance);
}

async function showInvoice(client: Api): Promise<void> {
  const invoice = await findInvoice(client, 'STANDARD');
  const explained = await client.call<Explanation>('GET', `/ext/v1/invoices/${invoice.id}/explain`);
  const period = `${invoice.startDate.slice(0, 10)} to ${invoice.endDateInclusive.slice(0, 10)}`;
  console.log(
    `\nInvoice ${invoice.sequenceId}, ${invoice.status}, ${period}, due ${invoice.dueDate.slice(0, 10)}`,
  );
  const { lines } = explained;
  const byName = (name: string) => {
    const line = lines.find((candidate) => candidate.description === name);
    if (!line) throw new Error(`no line ${name}`);
    return line;
  };
  showUsage(invoice, byName('API calls'), EXPECTED.calls);
  showUsage(invoice, byName('Storage'), EXPECTED.storage);
  showUsage(invoice, byName('Egress'), EXPECTED.egress);
  const base = byName('Base fee');
  explain(base);
  check('Base fee', base.amount, EXPECTED.base.amount);
  const counted = lines.reduce((sum, line) => sum + Number(line.eventCount ?? 0), 0);
  console.log('');
  check('events behind the lines, each counted by three meters', String(counted), String(EVENTS_COUNTED * 3));
  check('total of the invoice', invoice.totalAmount, EXPECTED.total);
  check(
    'recomputed from the stored inputs, byte for byte',
    String(explained.verification.isIdentical),
    'true',
  );
}

function showUsage(
  invoice: Invoice,
  line: ExplainedLine,
  expected: { quantity: string; amount: string; slabs: readonly string[] },
): void {
  explain(line);
  check(`${line.description}, quantity`, line.quantity, expected.quantity);
  const slabs = leafOf(invoice.revenueInfo, line.lineId)?.lineItems ?? [];
  const shown = slabs.map((slab) => slab.value);
  check(`${line.description}, tiers`, shown.join(' + '), expected.slabs.join(' + '));
  check(`${line.description}, amount`, line.amount, expected.amount);
}

function explain(line: ExplainedLine): void {
  console.log(`\n   ${line.description}`);
  for (const step of line.steps) console.log(`      ${step}`);
}

function leafOf(node: Line, id: string): Line | undefined {
  if (node.id === id && /RATE_CARD_AMOUNT$/.test(node.type)) return node;
  for (const child of node.lineItems) {
    const found = leafOf(child, id);
    if (found) return found;
  }
  return undefined;
}

async function savePdf(client: Api): Promise<void> {
  const invoice = await findInvoice(client, 'STANDARD');
  const bytes = await client.download(invoice.pdfUrl);
  const folder = resolve('.tallymark/demo');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `invoice-${invoice.sequenceId}.pdf`);
  await writeFile(path, bytes, { mode: 0o600 });
  if (bytes.subarray(0, 5).toString() !== '%PDF-') failures.push('the PDF is not a PDF');
  console.log(`\nPDF: ${path} (${bytes.length} bytes)`);
}
