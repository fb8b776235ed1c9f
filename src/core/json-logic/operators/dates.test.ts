import { describe, expect, test } from 'vitest';
import { outcome } from '../outcome.ts';

const DATA = {
  at: Temporal.Instant.from('2024-05-01T00:00:00Z'),
  'invoice.start_date': '2024-05-01T00:00:00Z',
  'invoice.end_date': '2024-06-01T00:00:00Z',
};

function table(title: string, rows: readonly (readonly [logic: string, result: string])[]): void {
  describe(title, () => {
    test.each(rows)('%s gives %s', (logic, result) => expect(outcome(logic, DATA)).toBe(result));
  });
}

table('date', [
  ['{"date":"2024-05-29"}', '<2024-05-29T00:00Z>'],
  ['{"date":"2024-05-29T10:30"}', '<2024-05-29T10:30Z>'], // no offset: UTC
  ['{"date":"2024-05-29T10:30:15.250Z"}', '<2024-05-29T10:30:15.25Z>'],
  ['{"date":"2024-05-29T00:30:00+02:00"}', '<2024-05-28T22:30Z>'],
  ['{"date":"2024-05-29T00:30:00-0800"}', '<2024-05-29T08:30Z>'],
  ['{"date":{"var":"at"}}', '<2024-05-01T00:00Z>'],
  ['{"date":"2024-02-29"}', '<2024-02-29T00:00Z>'],
  ['{"date":"2023-02-29"}', 'null'],
  ['{"date":"2024-13-01"}', 'null'],
  ['{"date":"2024-05-29T24:00"}', 'null'],
  ['{"date":"2024-05-29T23:59:60"}', 'null'],
  ['{"date":"2024-05-29T10:30Z[Europe/Paris]"}', 'null'],
  ['{"date":"2024-05-29 10:30"}', 'null'],
  ['{"date":"29.05.2024"}', 'null'],
  ['{"date":""}', 'null'],
  ['{"date":null}', 'null'],
  ['{"date":20240529}', 'null'],
]);

table('comparison: one date casts the other side', [
  ['{"==":[{"date":"2024-05-01"},"2024-05-01T02:00:00+02:00"]}', 'true'],
  ['{"==":["2024-05-01T00:00Z",{"var":"at"}]}', 'true'],
  ['{"===":[{"var":"at"},"2024-05-01"]}', 'true'],
  ['{"!=":[{"var":"at"},"2024-05-02"]}', 'true'],
  ['{"==":[{"var":"at"},"never"]}', 'false'],
  ['{"==":[{"var":"at"},null]}', 'false'],
  ['{"==":[{"date":"never"},null]}', 'true'], // both are null
  ['{"<":[{"var":"at"},"2024-05-01T00:00:01Z"]}', 'true'],
  ['{">=":["2024-05-01",{"var":"at"}]}', 'true'],
  ['{"<=":["2024-04-30",{"var":"at"},"2024-05-02"]}', 'true'],
  ['{"<":[{"var":"at"},"never"]}', '!NOT_A_DATE'],
  ['{"<":[{"var":"at"},5]}', '!NOT_A_DATE'],
  ['{"<":[{"var":"at"},{"date":"never"}]}', '!NULL_OPERAND'],
  // two texts that are dates, one with seconds and one without
  ['{"<":["2024-05-01T00:00Z","2024-05-01T00:00:30Z"]}', 'true'],
  ['{"==":["2024-05-01","2024-05-01T00:00Z"]}', 'false'], // as texts they differ
]);

table('duration.between', [
  ['{"duration.between":["2024-05-01","2024-06-01"]}', '"PT744H"'], // 31 × 24
  ['{"duration.between":["2024-05-02","2024-05-01"]}', '"PT-24H"'],
  ['{"duration.between":["2024-05-01T00:00Z","2024-05-01T01:30Z"]}', '"PT1H30M"'],
  ['{"duration.between":["2024-05-01T01:30Z","2024-05-01T00:00Z"]}', '"PT-1H-30M"'],
  ['{"duration.between":["2024-05-01T00:00:00Z","2024-05-01T00:00:01.5Z"]}', '"PT1.5S"'],
  ['{"duration.between":[{"var":"at"},{"var":"at"}]}', '"PT0S"'],
  // instants: the clocks of Europe lose an hour on 31 March, 31 × 24 − 1 hours
  ['{"duration.between":["2024-03-01T00:00+01:00","2024-04-01T00:00+02:00"]}', '"PT743H"'],
  ['{"duration.between":["2024-05-01","soon"]}', 'null'],
  ['{"duration.between":[null,"2024-05-01"]}', 'null'],
]);

table('date.add and date.sub', [
  ['{"date.add":["2024-05-28","P1D"]}', '"2024-05-29T00:00Z"'],
  ['{"date.add":["2024-01-31","P1M"]}', '"2024-02-29T00:00Z"'], // clamped to the end of the month
  ['{"date.add":["2023-01-31","P1M"]}', '"2023-02-28T00:00Z"'],
  ['{"date.add":["2024-02-29","P1Y"]}', '"2025-02-28T00:00Z"'],
  ['{"date.add":["2023-01-31","P1Y1M"]}', '"2024-02-29T00:00Z"'], // 13 months at once
  ['{"date.add":["2024-01-31","P1M1D"]}', '"2024-03-01T00:00Z"'], // months first, then days
  ['{"date.add":["2024-01-31T23:30Z","P1MT1H"]}', '"2024-03-01T00:30Z"'], // 29 Feb 23:30 + 1 h
  ['{"date.add":["2024-05-28","P2W"]}', '"2024-06-11T00:00Z"'],
  ['{"date.add":["2024-05-28","PT0.25S"]}', '"2024-05-28T00:00:00.25Z"'],
  ['{"date.add":["2024-05-28T12:00+02:00","PT12H"]}', '"2024-05-28T22:00Z"'], // 10:00 UTC + 12 h
  ['{"date.add":["2024-05-28","-P1D"]}', '"2024-05-27T00:00Z"'],
  ['{"date.add":["2024-05-28","P1DT-1H"]}', '"2024-05-28T23:00Z"'],
  ['{"date.sub":["2024-03-31","P1M"]}', '"2024-02-29T00:00Z"'],
  ['{"date.sub":["2024-03-01","PT24H"]}', '"2024-02-29T00:00Z"'],
  ['{"date.sub":[{"var":"at"},"P1Y"]}', '"2023-05-01T00:00Z"'],
  ['{"date.add":["2024-05-28","1 day"]}', 'null'],
  ['{"date.add":["2024-05-28","P"]}', 'null'],
  ['{"date.add":["2024-05-28","P1DT"]}', 'null'],
  ['{"date.add":["2024-05-28",5]}', 'null'],
  ['{"date.add":["soon","P1D"]}', 'null'],
  ['{"date.add":["9999-12-31","P1D"]}', 'null'],
  ['{"date.add":["2024-05-28","P999999999999Y"]}', 'null'],
  ['{"date.sub":[null,"P1D"]}', 'null'],
]);

table('duration.of', [
  ['{"duration.of":[100,"DAYS"]}', '"P100D"'],
  ['{"duration.of":[2,"WEEKS"]}', '"P14D"'],
  ['{"duration.of":[3,"MONTHS"]}', '"P3M"'],
  ['{"duration.of":["1","YEARS"]}', '"P1Y"'],
  ['{"duration.of":[-5,"DAYS"]}', '"P-5D"'],
  ['{"duration.of":[36,"HOURS"]}', '"PT36H"'],
  ['{"duration.of":[90,"MINUTES"]}', '"PT1H30M"'],
  ['{"duration.of":[1.5,"HOURS"]}', '"PT1H30M"'],
  ['{"duration.of":[1500,"MILLIS"]}', '"PT1.5S"'],
  ['{"duration.of":[45,"SECONDS"]}', '"PT45S"'],
  ['{"duration.of":[1.5,"DAYS"]}', 'null'], // a calendar unit is whole
  ['{"duration.of":[0.5,"MONTHS"]}', 'null'],
  ['{"duration.of":[1,"FORTNIGHTS"]}', 'null'],
  ['{"duration.of":[1,"days"]}', 'null'],
  ['{"duration.of":["x","DAYS"]}', 'null'],
  ['{"duration.of":[null,"DAYS"]}', 'null'],
  ['{"duration.of":[10000000000000000,"DAYS"]}', 'null'],
]);

table('duration.as', [
  ['{"duration.as":["PT744H","DAYS"]}', '31'],
  ['{"duration.as":["P1DT12H","HOURS"]}', '36'],
  ['{"duration.as":["P1D","MINUTES"]}', '1440'],
  ['{"duration.as":["PT1.5S","MILLIS"]}', '1500'],
  ['{"duration.as":["PT-90M","HOURS"]}', '-1.5'],
  ['{"duration.as":["P1W","SECONDS"]}', '604800'],
  ['{"duration.as":["P1M","DAYS"]}', 'null'], // a month has no fixed length
  ['{"duration.as":["P1Y","DAYS"]}', 'null'],
  ['{"duration.as":["P7D","WEEKS"]}', 'null'],
  ['{"duration.as":["week","DAYS"]}', 'null'],
  ['{"duration.as":[7,"DAYS"]}', 'null'],
]);

const MAY = '{"duration.between":[{"var":"invoice.start_date"},{"var":"invoice.end_date"}]}';

table('a duration in a numeric position counts days', [
  [`{"*":[${MAY},75]}`, '2325'], // 31 × 75
  [`{"-":[3000,{"*":[${MAY},75]}]}`, '675'],
  [`{"max":[${MAY},30]}`, '31'],
  [`{">":[${MAY},30]}`, 'true'],
  [`{"==":[${MAY},31]}`, 'true'],
  ['{"round":["PT1H",18]}', '0.041666666666666667'], // 1 / 24
  ['{"*":["PT1H",24]}', '1'],
  ['{"+":["P1DT12H",1]}', '2.5'],
  ['{"-":["PT-36H"]}', '1.5'],
  ['{"+":["P1M",1]}', '!NOT_A_NUMBER'],
]);
