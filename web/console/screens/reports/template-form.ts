import type { Translate } from '../../../messages/catalogs.ts';
import type reports from '../../../messages/en/reports.json';
import type { Form } from '../../../ui/use-form.ts';

export const FREQUENCIES = ['', 'DAILY', 'MONTHLY', 'HOURLY'] as const;
type Frequency = Exclude<(typeof FREQUENCIES)[number], ''>;

type Fields = { name: string; frequency: string };

/** The name of a template, and how often it writes a file. */
export function templateForm(
  t: Translate<keyof typeof reports & string>,
  name: string,
): Form<Fields, { name: string; frequency: Frequency | null }> {
  return {
    initial: { name: name.slice(0, 100), frequency: '' },
    check: (fields) => (fields.name.trim() === '' ? { name: t('nameNeeded') } : {}),
    read: (fields) => ({
      name: fields.name.trim(),
      frequency:
        FREQUENCIES.find((each): each is Frequency => each !== '' && each === fields.frequency) ?? null,
    }),
  };
}
