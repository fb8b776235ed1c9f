import type { PrintedInvoice } from './printed-invoice.ts';
import { COLORS, type Column, PAGE, type Sheet } from './sheet.ts';

const FOOT = 806;
const WHOLE: Column = { x: PAGE.left, width: PAGE.right - PAGE.left };
const MARK_SIZES = { short: 110, long: 38 };
const MAX_KEYWORDS = 2000;

/** What stands on every page, set last because only then their number is known. */
export function setPageMarks(sheet: Sheet, { watermarks, title, reference, seller }: PrintedInvoice): void {
  const left = [sheet.texts.print(seller.name), `${title} ${reference}`].filter(Boolean).join(' · ');
  const changed = sheet.texts.changed();
  sheet.onEveryPage(({ number, count }) => {
    sheet.y = FOOT - 10;
    sheet.rule(COLORS.line, 0.6);
    sheet.y = FOOT;
    const style = { size: 8, color: COLORS.quiet };
    const [first = ''] = sheet.wrap(left, { ...WHOLE, width: WHOLE.width - 90 }, style);
    sheet.set([first], WHOLE, style);
    sheet.set([`Page ${number} of ${count}`], WHOLE, { ...style, align: 'right' });
    sheet.y = FOOT + 11;
    if (changed.length > 0) sheet.set([CHANGED], WHOLE, { ...style, size: 7 });
    for (const [index, text] of watermarks.entries())
      sheet.mark(text, {
        size: text.length < 10 ? MARK_SIZES.short : MARK_SIZES.long,
        y: PAGE.height * (0.42 + 0.2 * index),
      });
  });
  if (changed.length > 0) sheet.note(changed.join('\n').slice(0, MAX_KEYWORDS));
}

const CHANGED =
  'Some names hold characters that this font lacks; as they are written they stand in the properties ' +
  'of this document (keywords).';
