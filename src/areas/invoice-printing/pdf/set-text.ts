import { type Printed, wholeOf } from './set-header.ts';
import { LEADING, type Sheet } from './sheet.ts';

const STYLE = { size: 9.5 };
const PARAGRAPH_GAP = 4;

/** Sets the payment instructions under headings, unless a template has its own text, with the link. */
export async function setPayment(
  sheet: Sheet,
  { invoice, texts, pdf, link }: Printed,
  pause: () => Promise<void>,
): Promise<void> {
  const sections = texts.paymentInstructions
    ? [{ heading: '', text: texts.paymentInstructions }]
    : invoice.payment;
  for (const { heading, text } of sections) {
    setHeading(sheet, heading);
    await setText(sheet, text, pause);
  }
  if (!link) return;
  setHeading(sheet, pdf.layout.labels.payOnline);
  const whole = wholeOf(sheet);
  for (const line of sheet.wrap(link, whole, STYLE)) {
    sheet.need(STYLE.size * LEADING);
    sheet.link([line], whole, { ...STYLE, color: 'accent', url: link });
    sheet.y += STYLE.size * LEADING;
  }
  sheet.y += 18;
}

/** Keeps a heading together with the line below it. */
function setHeading(sheet: Sheet, heading: string): void {
  if (heading === '') return;
  const style = { ...STYLE, isBold: true };
  const lines = sheet.wrap(heading, wholeOf(sheet), style);
  sheet.need((lines.length + 1) * STYLE.size * LEADING + 2);
  sheet.y += sheet.set(lines, wholeOf(sheet), style) + 2;
}

/** Sets a text of a template over as many pages as needed; an empty one takes no space. */
export async function setText(sheet: Sheet, text: string, pause: () => Promise<void>): Promise<void> {
  if (text === '') return;
  const whole = wholeOf(sheet);
  for (const paragraph of text.split('\n')) {
    await pause();
    for (const line of paragraph === '' ? [''] : sheet.wrap(paragraph, whole, STYLE)) {
      sheet.need(STYLE.size * LEADING);
      sheet.y += line === '' ? PARAGRAPH_GAP : sheet.set([line], whole, STYLE);
    }
  }
  sheet.y += 18;
}
