import { type Printed, wholeOf } from './set-header.ts';
import type { Sheet } from './sheet.ts';

/** From the foot of the page. */
const FOOT = 35.89;
const MARK_SIZES = { short: 110, long: 38 };
const MAX_KEYWORDS = 2000;

/** Sets the marks of every page, last because the page count is only known then. */
export function setPageMarks(sheet: Sheet, { invoice, texts, pdf }: Printed): void {
  const { watermarks, title, reference, seller } = invoice;
  const { height } = sheet.page;
  const whole = wholeOf(sheet);
  const foot = height - FOOT;
  const style = { size: 8, color: 'quiet' } as const;
  const left = [seller.name, `${title} ${reference}`].filter(Boolean).join(' · ');
  const [first = ''] = sheet.wrap(left, { ...whole, width: whole.width - 90 }, style);
  const [footer = ''] = sheet.wrap(texts.footer.replaceAll('\n', ' '), whole, { size: 7 });
  const changed = sheet.changed();
  sheet.onEveryPage(({ number, count }) => {
    sheet.y = foot - 10;
    sheet.rule('line', 0.6);
    sheet.y = foot;
    sheet.set([first], whole, style);
    const page = pdf.layout.labels.page.replace('{page}', `${number}`).replace('{pages}', `${count}`);
    sheet.set([page], whole, { ...style, align: 'right' });
    const below = [footer, changed.length > 0 ? CHANGED : ''].filter(Boolean);
    sheet.y = foot + 11;
    if (below.length > 0) sheet.set(below, whole, { ...style, size: 7 });
    for (const [index, text] of watermarks.entries())
      sheet.mark(text, {
        size: text.length < 10 ? MARK_SIZES.short : MARK_SIZES.long,
        y: height * (0.42 + 0.2 * index),
      });
  });
  if (changed.length > 0) sheet.note(changed.join('\n').slice(0, MAX_KEYWORDS));
}

const CHANGED =
  'Some texts contain characters that the fonts of this document lack. The document properties ' +
  '(keywords) contain these texts in full.';
