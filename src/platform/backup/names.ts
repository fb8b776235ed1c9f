/** `20301231T235959999Z`: an instant in the name of an object, in whole milliseconds. */
export function stampOf(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 3, roundingMode: 'floor' }).replace(/[-:.]/g, '');
}

export function instantOf(stamp: string): Temporal.Instant {
  const [, y, mo, d, h, mi, s, ms] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(stamp) ?? [];
  return Temporal.Instant.from(`${y}-${mo}-${d}T${h}:${mi}:${s}.${ms}Z`);
}

export const SEGMENT_BYTES = 16 * 2 ** 20;
const SEGMENTS_PER_LOG = 0x1_0000_0000 / SEGMENT_BYTES;

/** The number of the segment that contains a position such as `0/5000028`. */
export function segmentNumber(lsn: string): number {
  const [high = '0', low = '0'] = lsn.split('/');
  return Number.parseInt(high, 16) * SEGMENTS_PER_LOG + Math.floor(Number.parseInt(low, 16) / SEGMENT_BYTES);
}

/** The name of the file of a segment: timeline, log and segment in hexadecimal. */
export function segmentName(timeline: number, number: number): string {
  const parts = [timeline, Math.floor(number / SEGMENTS_PER_LOG), number % SEGMENTS_PER_LOG];
  return parts.map(hex).join('');
}

export function parseSegment(name: string): { timeline: number; number: number } | null {
  const [, timeline = '', log = '', segment = ''] =
    /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/.exec(name) ?? [];
  if (timeline === '') return null;
  const number = Number.parseInt(log, 16) * SEGMENTS_PER_LOG + Number.parseInt(segment, 16);
  return { timeline: Number.parseInt(timeline, 16), number };
}

/** As PostgreSQL writes timelines in the names of its files. */
export function hex(value: number): string {
  return value.toString(16).toUpperCase().padStart(8, '0');
}
