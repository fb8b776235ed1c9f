import { BUILT_IN, findLogo, findVersion, type TemplateContent } from '#areas/invoice-templates/index.ts';
import { type PrintChoices, readCurrentPrint, readFrozenPrint } from '#areas/invoices/index.ts';
import { findSettingValue } from '#areas/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import type { PrintableRow } from './pdf/printed-invoice.ts';
import type { RenderOptions } from './pdf/render-invoice-pdf.ts';

export interface Reading {
  tx: Tx;
  org: Org;
  deployment: Deployment;
}

/** Returns the layout of an invoice: as issued, or the current one for a draft. */
export async function readPdfLayout(context: Reading, row: PrintableRow): Promise<RenderOptions> {
  const read = row.finalizingStatus === 'FINALIZED' ? readFrozenPrint : readCurrentPrint;
  const print = await read(context.tx, context.org, row.id);
  return withRest(context, row, { print, content: await contentOf(context, print) });
}

/** The same as if it were issued now, with the given content. */
export async function readDraftPdfLayout(
  context: Reading,
  row: Pick<PrintableRow, 'id' | 'details'>,
  content: TemplateContent,
): Promise<RenderOptions> {
  const print = await readCurrentPrint(context.tx, context.org, row.id);
  return withRest(context, row, { print, content });
}

export async function contentOf(
  { tx, org }: Reading,
  { templateId: id, templateVersion: version }: PrintChoices,
): Promise<TemplateContent> {
  if (id === null || version === null) return BUILT_IN;
  const content = await findVersion(tx, org, { id, version });
  if (!content) throw new Error(`invoice template ${id} has no version ${version}`);
  return content;
}

/** Adds the logo, and the payment link of an issued invoice. */
async function withRest(
  context: Reading,
  row: Pick<PrintableRow, 'id' | 'details'>,
  { print, content }: { print: PrintChoices; content: TemplateContent },
): Promise<RenderOptions> {
  const { settings, hidesZeroLines } = print;
  const owner = { entityType: 'INVOICE', entityId: row.id } as const;
  const wanted = { namespace: 'INTEGRATION', id: 'PAYMENT_LINK', candidates: [owner] };
  // Not frozen, because the provider returns it after the invoice was issued.
  const paymentLink = await findSettingValue(context.tx, context.org, wanted);
  return withLogo(context, row, { content, settings, hidesZeroLines, paymentLink });
}

/** Adds the logo of the template, or else of the seller entity. */
export async function withLogo(
  { tx, org, deployment }: Reading,
  { details }: Pick<PrintableRow, 'details'>,
  pdf: Omit<RenderOptions, 'isSandbox'>,
): Promise<RenderOptions> {
  const isSandbox = org.environment === 'sandbox';
  const fileId = pdf.content?.logoFileId ?? details.billing?.logoFileId;
  const file = fileId ? await findLogo(tx, org, fileId) : null;
  const stored = file && (await deployment.files.open(file.storageKey));
  if (!stored) return { ...pdf, isSandbox };
  const chunks: Uint8Array[] = [];
  for await (const chunk of stored.stream) chunks.push(chunk as Uint8Array);
  return { ...pdf, isSandbox, logo: Buffer.concat(chunks) };
}
