import { wholeOf } from './set-header.ts';
import { LEADING, type Sheet } from './sheet.ts';

const STYLE = { size: 9.5 };
const PARAGRAPH_GAP = 4;

/** A text of a template over as many pages as it takes; an empty one takes no room. */
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
