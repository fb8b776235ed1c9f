import type { Translate } from '../../../messages/catalogs.ts';
import type reports from '../../../messages/en/reports.json';

/** A column of a source in words. */
export function columnText(name: string, t: Translate<keyof typeof reports & string>): string {
  return t(`column.${name}` as 'column.currency');
}
