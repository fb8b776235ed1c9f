import { describeSeller, readDefaultPrint, readNetTermDays } from '#areas/invoices/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { findDefaultSellerEntity } from '#areas/seller-entities/index.ts';
import { findRoundingMode } from '#areas/settings/index.ts';
import { localDate } from '#core/period-zone.ts';
import type { PrintableRow } from '../pdf/printed-invoice.ts';
import type { RenderOptions } from '../pdf/render-invoice-pdf.ts';
import { contentOf, type Reading, withLogo } from '../read-pdf-layout.ts';
import type { Sample } from './sample-inputs.ts';
import { type SampleSeller, sampleInvoice } from './sample-invoice.ts';

/** A sample in the name of the organization, with the layout of an account without settings of its own. */
export async function readSample(
  context: Reading & { now: Temporal.Instant },
  { sample, content }: { sample: Sample; content: RenderOptions['content'] | null },
): Promise<{ row: PrintableRow; pdf: RenderOptions }> {
  const { tx, org } = context;
  const print = await readDefaultPrint(tx, org);
  const row = sampleInvoice(sample, await readSeller(context));
  const { settings, hidesZeroLines } = print;
  const layout = { content: content ?? (await contentOf(context, print)), settings, hidesZeroLines };
  return { row, pdf: await withLogo(context, row, { ...layout, paymentLink: null }) };
}

async function readSeller({ tx, org, now }: Reading & { now: Temporal.Instant }): Promise<SampleSeller> {
  const organization = await getOrganization(tx, org);
  const { timezone: timeZone, baseCurrency } = organization;
  return {
    ...{ currency: baseCurrency, timeZone },
    roundingMode: await findRoundingMode(tx, org, Promise.resolve(organization)),
    start: localDate(now, timeZone).with({ day: 1 }).subtract({ months: 1 }),
    netTermDays: await readNetTermDays(tx, org),
    parties: describeSeller(organization, await findDefaultSellerEntity(tx, org)),
  };
}
