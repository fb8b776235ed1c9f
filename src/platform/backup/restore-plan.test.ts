import { describe, expect, it } from 'vitest';
import { archivedKey, parseArchived } from './archived-log.ts';
import { parseSegment, segmentName, segmentNumber, stampOf } from './names.ts';
import { type Archive, type DatabaseBackup, planRestore, reachOf } from './restore-plan.ts';

const time = (minutes: number) => Temporal.Instant.from('2030-01-01T00:00:00Z').add({ minutes });
const log = (name: string, minutes: number) => {
  const file = parseArchived(archivedKey(name, stampOf(time(minutes)), 'f'.repeat(64)), 1000);
  if (!file) throw new Error(name);
  return file;
};
const segment = (timeline: number, number: number, minutes: number) =>
  log(segmentName(timeline, number), minutes);

function backup(
  id: string,
  minutes: number,
  [timeline, first, last]: [number, number, number],
): DatabaseBackup {
  const lsn = (number: number) => `0/${(number * 0x100_0000 + 0x28).toString(16).toUpperCase()}`;
  const database = {
    ...{ systemIdentifier: '1', postgres: '18', masterKeyId: null, sizeBytes: 1, parts: [] },
    ...{ timeline, startLsn: lsn(first), stopLsn: lsn(last) },
  };
  return {
    ...{ format: 1, id, release: '0.1.0', recipients: [], database },
    ...{ startedAt: time(minutes - 1).toString(), finishedAt: time(minutes).toString() },
    files: { place: 'FOLDER', count: 0, parts: [] },
  };
}

/**
 * Backup `a` at 10, `b` at 30; the log until 60. A restore at 70 branched off in segment 6, of minute 50:
 * backup `c` at 75, the log until 90.
 */
const ARCHIVE: Archive = {
  backups: [backup('a', 10, [1, 2, 2]), backup('b', 30, [1, 4, 4]), backup('c', 75, [2, 7, 7])],
  log: [
    ...[2, 3, 4, 5, 6, 7].map((number) => segment(1, number, number * 10 - 10)),
    log('00000002.history', 70),
    ...[6, 7, 8].map((number) => segment(2, number, 72 + (number - 6) * 9)),
  ],
  histories: new Map([[2, '1\t0/6000500\tbefore 2030-01-01 00:50:00+00\n']]),
};

describe('the plan of a restore', () => {
  it.each([
    // The end of what was archived is that of the newest timeline.
    [null, null, 'c', 2, ['2:7', '2:8']],
    // Segment 2 is complete at 10, when backup a is: the log of the instant is in it.
    [10, null, 'a', 1, ['1:2']],
    [29, null, 'a', 1, ['1:2', '1:3', '1:4']],
    [30, null, 'b', 1, ['1:4']],
    // Before the restore the old history was live, also what the restore left behind.
    [55, null, 'b', 1, ['1:4', '1:5', '1:6', '1:7']],
    // After it, the new one, which shares its past: backup c is not there yet.
    [73, null, 'b', 2, ['1:4', '1:5', '2:6', '2:7']],
    [80, null, 'c', 2, ['2:7']],
    [40, 'a', 'a', 1, ['1:2', '1:3', '1:4', '1:5']],
    [null, 'a', 'a', 1, ['1:2', '1:3', '1:4', '1:5', '1:6', '1:7']],
  ])('to minute %s from %s begins with %s on timeline %s', (minutes, id, base, timeline, segments) => {
    const plan = planRestore(ARCHIVE, minutes === null ? null : time(minutes), id);
    expect([plan.base.id, plan.timeline]).toEqual([base, timeline]);
    expect(plan.segments.map((each) => `${each.timeline}:${each.number}`)).toEqual(segments);
    expect(plan.histories.map(({ name }) => name)).toEqual(['00000002.history']);
  });

  it.each([
    [9, null, 'the first backup is of 2030-01-01T00:10:00Z'],
    [91, null, 'the archive ends at 2030-01-01T01:30:00Z'],
    // On the old timeline nothing came after minute 60, and the restore was at 70.
    [65, null, 'the archive ends at 2030-01-01T01:00:00Z'],
    [40, 'x', 'There is no usable backup x'],
  ])('to minute %s from %s is none: %s', (minutes, id, said) => {
    expect(() => planRestore(ARCHIVE, time(minutes), id)).toThrow(said);
  });

  it('ends at a gap of the log', () => {
    const gap = { ...ARCHIVE, log: ARCHIVE.log.filter((file) => file.timeline === 2 || file.number !== 5) };
    expect(() => planRestore(gap, time(45), null)).toThrow('the archive ends at 2030-01-01T00:30:00Z');
    expect(reachOf(gap, ARCHIVE.backups[1] as DatabaseBackup).until).toBe('2030-01-01T00:30:00Z');
  });

  it('needs a backup', () => {
    expect(() => planRestore({ ...ARCHIVE, backups: [] }, null, null)).toThrow('There is no complete backup');
  });
});

describe('names of the log', () => {
  it.each([
    ['0/0', 0],
    ['0/1FFFFFF', 1],
    ['0/2000000', 2],
    ['1/0', 256],
    ['A/FF000028', 10 * 256 + 255],
  ])('the position %s is in segment %s', (lsn, number) => {
    expect(segmentNumber(lsn)).toBe(number);
    expect(parseSegment(segmentName(26, number))).toEqual({ timeline: 26, number });
  });

  it('are those of PostgreSQL', () => {
    expect(segmentName(26, 10 * 256 + 255)).toBe('0000001A0000000A000000FF');
    expect(parseSegment('0000001A0000000A000000FF.partial')).toBeNull();
  });
});
