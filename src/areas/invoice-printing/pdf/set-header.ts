import type { PdfLayout, PrintedTexts } from './pdf-layout.ts';
import type { Party, PrintedInvoice } from './printed-invoice.ts';
import type { Column, Sheet } from './sheet.ts';

/** The inputs of every block of a page. */
export interface Printed {
  invoice: PrintedInvoice;
  texts: PrintedTexts;
  pdf: PdfLayout;
  /** The payment link; null if nothing is owed or there is none. */
  link: string | null;
}

const LEFT_WIDTH = 250;
const RIGHT_WIDTH = 217.28;
const LOGO = { width: 160, height: 48 };
const LOGO_HEIGHT = 58;
const FACT_NAME_WIDTH = 62;
const FACT_VALUE_AT = 66;

function leftOf({ page }: Sheet): Column {
  return { x: page.left, width: LEFT_WIDTH };
}

function rightOf({ page }: Sheet): Column {
  return { x: page.right - RIGHT_WIDTH, width: RIGHT_WIDTH };
}

/** Sets the seller, the buyer and the kind of document. */
export function setParties(sheet: Sheet, { invoice, texts, pdf }: Printed): void {
  const top = sheet.y;
  if (pdf.logo) {
    sheet.picture(pdf.logo, { x: sheet.page.left, ...LOGO });
    sheet.y += LOGO_HEIGHT;
  }
  const sellerEnd = setParty(sheet, invoice.seller, { nameSize: 13 });
  sheet.y = top;
  const right = rightOf(sheet);
  const title = sheet.wrap(texts.title || invoice.title.toUpperCase(), right, { size: 22, isBold: true });
  sheet.y += sheet.set(title, right, { size: 22, isBold: true, align: 'right', color: 'accent' });
  sheet.y = Math.max(sheet.y, sellerEnd) + 14;
  sheet.rule('accent', 1.2);
  sheet.y += 18;
}

/** Sets the buyer, and the number and dates. */
export function setFacts(sheet: Sheet, { invoice, pdf }: Printed): void {
  const top = sheet.y;
  const left = leftOf(sheet);
  const { x, width } = rightOf(sheet);
  const { labels } = pdf.layout;
  sheet.y += sheet.set([labels.billedTo], left, { size: 8.5, color: 'quiet' }) + 2;
  const buyerEnd = setParty(sheet, invoice.buyer, { nameSize: 11 });
  sheet.y = top;
  for (const [name, value] of invoice.facts) {
    const names = { x, width: FACT_NAME_WIDTH };
    const values = { x: x + FACT_VALUE_AT, width: width - FACT_VALUE_AT };
    const nameLines = sheet.wrap(name, names, { size: 8.5 });
    const nameHeight = sheet.set(nameLines, names, { size: 8.5, color: 'quiet' });
    const height = sheet.set(sheet.wrap(value, values, { size: 9 }), values, { size: 9 });
    sheet.y += (nameLines.length > 1 ? Math.max(height, nameHeight) : height) + 2.5;
  }
  sheet.y = Math.max(sheet.y, buyerEnd) + 20;
}

/** Returns the y position of its end. */
function setParty(sheet: Sheet, party: Party, { nameSize }: { nameSize: number }): number {
  const left = leftOf(sheet);
  const style = { size: nameSize, isBold: true };
  sheet.y += sheet.set(sheet.wrap(party.name, left, style), left, style) + 2;
  for (const line of party.lines) {
    const lines = sheet.wrap(line, left, { size: 9 });
    sheet.y += sheet.set(lines, left, { size: 9, color: 'quiet' });
  }
  return sheet.y;
}

const LINK = { size: 10, isBold: true, color: 'accent', align: 'right' } as const;

/** Sets the line with the amount due. */
export function setSummary(sheet: Sheet, { invoice, pdf, link }: Printed): void {
  const { total, totalName, terms } = invoice;
  const whole = wholeOf(sheet);
  sheet.rule('line', 0.6);
  sheet.y += 10;
  sheet.set([totalName], whole, { size: 10, color: 'quiet' });
  if (link) sheet.link([pdf.layout.labels.payOnline], whole, { ...LINK, url: link });
  sheet.y += 15;
  const lines = sheet.wrap(total, { ...whole, width: 340 }, { size: 18, isBold: true });
  const height = sheet.set(lines, whole, { size: 18, isBold: true });
  sheet.y += height - 18;
  if (terms) sheet.set([terms], whole, { size: 10, align: 'right' });
  sheet.y += 24;
  sheet.rule('line', 0.6);
  sheet.y += 24;
}

/** Returns the column from margin to margin. */
export function wholeOf({ page }: Sheet): Column {
  return { x: page.left, width: page.right - page.left };
}
