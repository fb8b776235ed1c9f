import { describe, expect, it } from 'vitest';
import { cronOf, INTERVALS, readInterval } from './intervals.ts';

describe('the interval of an alert', () => {
  it.each([
    // minutes  ISO 8601   cron
    [30, 'PT30M', '*/30 * * * *'],
    [60, 'PT1H', '0 * * * *'],
    [120, 'PT2H', '0 */2 * * *'],
    [180, 'PT3H', '0 */3 * * *'],
    [240, 'PT240M', '0 */4 * * *'],
    [360, 'PT6H', '0 */6 * * *'],
    [480, 'PT8H', '0 */8 * * *'],
    [720, 'PT12H', '0 */12 * * *'],
    [1440, 'P1D', '0 0 * * *'],
  ] as const)('%i minutes, as number, text, %s and %s', (minutes, duration, cron) => {
    expect(cronOf(minutes)).toBe(cron);
    const forms = [minutes, String(minutes), ` ${minutes} `, duration, duration.toLowerCase(), cron];
    expect(forms.map(readInterval)).toEqual(forms.map(() => minutes));
  });

  it('nine intervals, and each divides a day', () => {
    expect(INTERVALS.map((minutes) => 1440 % minutes)).toEqual(Array(9).fill(0));
  });

  it.each([
    ...[0, 1, 15, 29, 31, 59, 61, 90, 300, 1439, 1441, 2880, -30, 30.5, 1e21, Number.NaN],
    ...[
      '',
      ' ',
      '0',
      '-30',
      '+30',
      '30.0',
      '3e1',
      '0x1e',
      '１２０',
      'PT',
      'P',
      'PT90M',
      '-PT30M',
      'P1W',
      'P1M',
    ],
    ...['PT1H30M', 'PT24H1M', '* * * * *', '*/15 * * * *', '0 */5 * * *', '0 0 * *', '0 0 * * 1', '@daily'],
    ...['hourly', 'P1D '.repeat(9), 'P99999999999999999999D'],
  ])('refuses %j', (sent) => {
    expect(readInterval(sent)).toBeNull();
  });

  it.each([
    ['PT24H', 1440],
    ['PT0.5H', 30],
    ['PT1800S', 30],
    ['0  0  *  *  *', 1440],
  ])('reads %s as %i minutes', (sent, minutes) => {
    expect(readInterval(sent)).toBe(minutes);
  });
});
