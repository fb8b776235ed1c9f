import { describe, expect, it } from 'vitest';
import { decimal } from '#core/decimal.ts';
import {
  type AlertChange,
  changeAlert,
  decideMove,
  expiryOf,
  type LatestIncident,
  type Move,
} from './rules.ts';
import type { AlertRow } from './store/alerts.ts';

const at = (text: string) => Temporal.Instant.from(text);
const CREATED = at('2030-01-01T00:00:00Z');
const moment = { now: at('2030-01-01T10:10:00Z'), timeZone: 'UTC' };
const active: AlertRow = {
  ...{ id: 'alert.1', templateId: 'USAGE_THRESHOLD', version: 3, status: 'ACTIVE', description: 'text' },
  ...{ intervalMinutes: 60, validityMinutes: 1440, accountId: 'one', entityId: 'meter' },
  ...{ threshold: decimal('1.50'), days: null },
  ...{ activatedAt: CREATED, nextTickAt: at('2030-01-01T11:00:00Z'), checkedAt: CREATED },
  ...{ createdAt: CREATED, updatedAt: CREATED },
};
const inactive: AlertRow = {
  ...active,
  ...{ status: 'INACTIVE', activatedAt: null, nextTickAt: null, checkedAt: null },
};
const limit = (threshold: string) => ({ limit: { threshold: decimal(threshold), days: null } });

describe('a change of an alert', () => {
  it.each<[string, AlertRow, AlertChange, string[], boolean]>([
    // what                        from      change                         columns set                closes
    ['nothing', active, {}, [], false],
    [
      'the same again',
      active,
      { intervalMinutes: 60, validityMinutes: 1440, status: 'ACTIVE', description: 'text', ...limit('1.5') },
      [],
      false,
    ],
    ['another description', active, { description: null }, ['description'], false],
    ['PATCH INACTIVE', active, { status: 'INACTIVE' }, [...times(), 'status'], true],
    ['PATCH ACTIVE', inactive, { status: 'ACTIVE' }, [...times(), 'status'], false],
    ['another interval', active, { intervalMinutes: 30 }, [...definition(), 'nextTickAt'], true],
    ['another validity', active, { validityMinutes: null }, definition(), true],
    ['another threshold', active, limit('1.500000000000000001'), definition(), true],
    ['another interval, inactive', inactive, { intervalMinutes: 30 }, definition(), true],
    [
      'all at once',
      inactive,
      { status: 'ACTIVE', intervalMinutes: 30, description: 'x' },
      [...definition(), ...times(), 'status', 'description'],
      true,
    ],
  ])('%s', (_, from, change, columns, closes) => {
    const { set, closesIncidents } = changeAlert(from, change, moment);
    const expected = columns.length > 0 ? [...columns, 'updatedAt'] : [];
    expect([Object.keys(set).sort(), closesIncidents]).toEqual([expected.sort(), closes]);
    expect(set.version).toBe(columns.includes('version') ? 4 : undefined);
  });

  it('ACTIVE starts the validity anew and waits for the next tick', () => {
    const { set } = changeAlert(inactive, { status: 'ACTIVE' }, moment);
    expect(String(set.activatedAt)).toBe('2030-01-01T10:10:00Z');
    expect(String(set.nextTickAt)).toBe('2030-01-01T11:00:00Z');
    expect(String(expiryOf({ ...inactive, ...set }))).toBe('2030-01-02T10:10:00Z');
  });

  it('INACTIVE stops every clock', () => {
    const { set } = changeAlert(active, { status: 'INACTIVE' }, moment);
    expect(set).toMatchObject({ activatedAt: null, nextTickAt: null, checkedAt: null });
  });

  it('another validity is counted from the same activation', () => {
    const { set } = changeAlert(active, { validityMinutes: 60 }, moment);
    expect(String(expiryOf({ ...active, ...set }))).toBe('2030-01-01T01:00:00Z');
  });

  it.each<[AlertChange, boolean]>([
    [{ validityMinutes: 60 }, true],
    [{ validityMinutes: 59 }, false],
    [{ intervalMinutes: 1440 }, true],
    [{ intervalMinutes: 1440, validityMinutes: 1439 }, false],
    [{ intervalMinutes: 1440, validityMinutes: null }, true],
  ])('%j fits: %s', (change, fits) => {
    const change_ = () => changeAlert(active, change, moment);
    if (fits) expect(change_).not.toThrow();
    else expect(change_).toThrow(/^validity: must be at least as long as the interval, \d+ minutes$/);
  });
});

function times(): string[] {
  return ['activatedAt', 'checkedAt', 'nextTickAt'];
}

function definition(): string[] {
  return ['days', 'intervalMinutes', 'threshold', 'validityMinutes', 'version'];
}

describe('what a check does to the newest incident', () => {
  const january = at('2030-01-01T00:00:00Z');
  const february = at('2030-02-01T00:00:00Z');
  const incident = (members: Partial<LatestIncident>): LatestIncident => ({
    ...{ status: 'CLOSED', closedBy: 'ALERT', closedAt: january, clearedAt: null, periodStart: january },
    ...members,
  });
  const open = incident({ status: 'ACTIVE', closedBy: null, closedAt: null });
  const muted = incident({ closedBy: 'CALLER' });
  const cleared = incident({ closedBy: 'CALLER', clearedAt: january });
  const recovered = incident({ closedBy: 'RECOVERY' });
  const yes = true;
  const no = false;

  it.each<[string, LatestIncident | null, boolean, Temporal.Instant | null, boolean, boolean, Move]>([
    // the newest                       holds  period  recovers  interval over  → move
    ['none', null, yes, january, no, yes, 'OPEN'],
    ['none', null, no, january, no, yes, 'NONE'],
    ['open', open, yes, january, no, yes, 'REFRESH'],
    ['open', open, yes, january, yes, yes, 'REFRESH'],
    ['open', open, no, january, no, yes, 'KEEP'],
    ['open', open, no, january, yes, yes, 'RECOVER'],
    ['closed by a caller', muted, yes, january, no, yes, 'NONE'],
    ['closed by a caller, of the last cycle', muted, yes, february, no, yes, 'OPEN'],
    ['closed by a caller, without periods', { ...muted, periodStart: null }, yes, null, yes, yes, 'NONE'],
    ['closed by a caller', muted, no, january, no, yes, 'CLEAR'],
    ['closed by a caller and cleared', cleared, yes, january, no, yes, 'OPEN'],
    ['closed by a caller and cleared', cleared, no, january, no, yes, 'NONE'],
    ['recovered an interval ago', recovered, yes, null, yes, yes, 'OPEN'],
    ['recovered just now', recovered, yes, null, yes, no, 'NONE'],
    ['recovered just now', recovered, no, null, yes, no, 'NONE'],
    ['closed with its alert', incident({ closedBy: 'ALERT' }), yes, january, no, no, 'OPEN'],
    ['closed at its end', incident({ closedBy: 'END' }), yes, february, no, no, 'OPEN'],
    ['closed at the end of the same cycle', incident({ closedBy: 'END' }), yes, january, no, no, 'NONE'],
    [
      'closed at its end, no periods',
      incident({ closedBy: 'END', periodStart: null }),
      yes,
      null,
      no,
      no,
      'OPEN',
    ],
    ['closed at its end', incident({ closedBy: 'END' }), no, february, no, no, 'NONE'],
  ])('%s, holds %s', (...row) => {
    const [, latest, holds, periodStart, recovers, isOver, move] = row;
    expect(decideMove({ holds, periodStart }, latest, { recovers, isIntervalOver: () => isOver })).toBe(move);
  });
});
