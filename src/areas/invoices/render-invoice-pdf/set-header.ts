import type { Party, PrintedInvoice } from './printed-invoice.ts';
import { COLORS, type Column, PAGE, type Sheet } from './sheet.ts';

const LEFT: Column = { x: PAGE.left, width: 250 };
const RIGHT: Column = { x: 330, width: PAGE.right - 330 };
const FACT_NAME: Column = { x: RIGHT.x, width: 62 };
const FACT_VALUE: Column = { x: RIGHT.x + 66, width: RIGHT.width - 66 };

/** Who bills whom, what the document is, and what it comes to: the top of the first page. */
export function setHeader(sheet: Sheet, invoice: PrintedInvoice): void {
  const top = sheet.y;
  const sellerEnd = setParty(sheet, invoice.seller, { nameSize: 13 });
  sheet.y = top;
  const title = sheet.wrap(invoice.title.toUpperCase(), RIGHT, { size: 22, isBold: true });
  sheet.y += sheet.set(title, RIGHT, { size: 22, isBold: true, align: 'right', color: COLORS.accent });
  sheet.y = Math.max(sheet.y, sellerEnd) + 14;
  sheet.rule(COLORS.accent, 1.2);
  sheet.y += 18;
  setBuyerAndFacts(sheet, invoice);
  sheet.y += 20;
  setTotalBox(sheet, invoice);
  sheet.y += 24;
}

function setBuyerAndFacts(sheet: Sheet, invoice: PrintedInvoice): void {
  const top = sheet.y;
  sheet.y += sheet.set(['Billed to'], LEFT, { size: 8.5, color: COLORS.quiet }) + 2;
  const buyerEnd = setParty(sheet, invoice.buyer, { nameSize: 11 });
  sheet.y = top;
  for (const [name, value] of invoice.facts) {
    sheet.set([name], FACT_NAME, { size: 8.5, color: COLORS.quiet });
    const lines = sheet.wrap(value, FACT_VALUE, { size: 9 });
    sheet.y += sheet.set(lines, FACT_VALUE, { size: 9 }) + 2.5;
  }
  sheet.y = Math.max(sheet.y, buyerEnd);
}

/** Returns where it ends. */
function setParty(sheet: Sheet, party: Party, { nameSize }: { nameSize: number }): number {
  const style = { size: nameSize, isBold: true };
  sheet.y += sheet.set(sheet.wrap(party.name, LEFT, style), LEFT, style) + 2;
  for (const line of party.lines) {
    const lines = sheet.wrap(line, LEFT, { size: 9 });
    sheet.y += sheet.set(lines, LEFT, { size: 9, color: COLORS.quiet });
  }
  return sheet.y;
}

/** The one line that most readers look for. */
function setTotalBox(sheet: Sheet, { total, totalName, terms }: PrintedInvoice): void {
  const whole: Column = { x: PAGE.left, width: PAGE.right - PAGE.left };
  sheet.rule(COLORS.line, 0.6);
  sheet.y += 10;
  sheet.set([totalName], whole, { size: 10, color: COLORS.quiet });
  sheet.y += 15;
  const lines = sheet.wrap(total, { ...whole, width: 340 }, { size: 18, isBold: true });
  const height = sheet.set(lines, whole, { size: 18, isBold: true });
  sheet.y += height - 18;
  if (terms) sheet.set([terms], whole, { size: 10, align: 'right' });
  sheet.y += 24;
  sheet.rule(COLORS.line, 0.6);
}
