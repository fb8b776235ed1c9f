import {
  BUILT_IN,
  findLogo,
  findVersion,
  NO_SETTINGS,
  type SettingVariables,
  type TemplateContent,
} from '#areas/invoice-templates/index.ts';
import { findSettingValue } from '#areas/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import { findPrint, findPrintSettings, readSettingVariables } from '../store/prints.ts';
import type { PrintableRow } from './printed-invoice.ts';
import type { RenderOptions } from './render-invoice-pdf.ts';

export interface Reading {
  tx: Tx;
  org: Org;
  deployment: Deployment;
}

/** Returns the layout of an invoice: as issued, or the current one for a draft. */
export async function readPdfLayout(context: Reading, row: PrintableRow): Promise<RenderOptions> {
  const { tx, org } = context;
  if (row.finalizingStatus !== 'FINALIZED') return readDraftPdfLayout(context, row);
  const print = await findPrint(tx, org, row.id);
  const { settings } = print
    ? (JSON.parse(print.data) as { settings: SettingVariables })
    : { settings: NO_SETTINGS };
  const content = await contentOf(context, print);
  return withRest(context, row, { content, settings, hidesZeroLines: print?.hidesZeroLines ?? false });
}

/** The same as if it were issued now, with the given content or else that of its settings. */
export async function readDraftPdfLayout(
  context: Reading,
  row: Pick<PrintableRow, 'id' | 'details'>,
  content?: TemplateContent,
): Promise<RenderOptions> {
  const { tx, org } = context;
  const found = await findPrintSettings(tx, org, row.id);
  if (!found) return withRest(context, row, content ? { content } : {});
  return withRest(context, row, {
    content: content ?? (await contentOf(context, found)),
    settings: await readSettingVariables(tx, org, found),
    hidesZeroLines: found.hidesZeroLines,
  });
}

async function contentOf(
  { tx, org }: Reading,
  print: { templateId: string | null; templateVersion: number | null } | null,
): Promise<TemplateContent> {
  if (!print || print.templateId === null || print.templateVersion === null) return BUILT_IN;
  const { templateId: id, templateVersion: version } = print;
  const content = await findVersion(tx, org, { id, version });
  if (!content) throw new Error(`invoice template ${id} has no version ${version}`);
  return content;
}

/** Adds the logo, and the payment link of an issued invoice. */
async function withRest(
  context: Reading,
  row: Pick<PrintableRow, 'id' | 'details'>,
  pdf: Omit<RenderOptions, 'isSandbox'>,
): Promise<RenderOptions> {
  const owner = { entityType: 'INVOICE', entityId: row.id } as const;
  const wanted = { namespace: 'INTEGRATION', id: 'PAYMENT_LINK', candidates: [owner] };
  // Not frozen, because the provider returns it after the invoice was issued.
  const paymentLink = await findSettingValue(context.tx, context.org, wanted);
  return withLogo(context, row, { ...pdf, paymentLink });
}

/** Adds the logo of the template, or else of the seller entity. */
async function withLogo(
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
