import { locale } from './locale.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1000;

/** `1.2 GB`: three digits at most. */
export function formatBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  for (; value >= STEP && unit < UNITS.length - 1; unit++) value /= STEP;
  return new Intl.NumberFormat(locale, {
    ...{ style: 'unit', unit: UNITS[unit] ?? 'byte', unitDisplay: 'short' },
    maximumSignificantDigits: 3,
  }).format(value);
}
