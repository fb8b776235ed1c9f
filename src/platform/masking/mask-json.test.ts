import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { Closed, List, Recursive, Secret, Text, TextMap } from '../http/schemas.ts';
import { maskJson } from './mask-json.ts';
import { ANYTHING, findSecrets } from './secret-places.ts';

const LOGIN = Closed({
  email: Text(1, 100),
  password: Secret(Text(1, 100)),
  codes: Type.Optional(Secret(List(Text(1, 10), { maxItems: 10 }))),
  labels: Type.Optional(TextMap({ maxProperties: 5, maxKey: 10, maxValue: 10 })),
  keys: Type.Optional(List(Closed({ id: Text(1, 10), secret: Secret(Text(1, 10)) }), { maxItems: 3 })),
});
const NAMES = new Set(['password', 'secret', 'codes']);
const isSecretName = (name: string) => NAMES.has(name);
const inLogin = (text: string) =>
  maskJson(text, { ...findSecrets([LOGIN], { prefix: 'platform' }), isSecretName });
const anywhere = (text: string) => maskJson(text, { place: ANYTHING, isStrict: false, isSecretName });

describe('a body with secrets', () => {
  it.each([
    ['{"email":"a@b.c","password":"CANARY"}', '{"email":"a@b.c","password":"[secret]"}'],
    ['{"codes":["CANARY",["CANARY"]],"email":"a"}', '{"codes":"[secret]","email":"a"}'],
    ['{"password":{"value":"CANARY","deep":[1,{}]}}', '{"password":"[secret]"}'],
    // Misspelt, doubled, escaped, of another type, and in other places.
    ['{"passwrod":"CANARY"}', '{"passwrod":"[secret]"}'],
    ['{"password":"CANARY","password":"CANARY"}', '{"password":"[secret]","password":"[secret]"}'],
    [String.raw`{"\u0070assword":"CANARY"}`, String.raw`{"\u0070assword":"[secret]"}`],
    ['"CANARY"', '"[secret]"'],
    ['["CANARY"]', '["[secret]"]'],
    [
      '{"keys":["CANARY",{"id":"1","secret":"CANARY"}]}',
      '{"keys":["[secret]",{"id":"1","secret":"[secret]"}]}',
    ],
    ['{"labels":{"a":"b"},"labels":"CANARY"}', '{"labels":{"a":"b"},"labels":"[secret]"}'],
    ['{"email":["CANARY"]}', '{"email":["[secret]"]}'],
    ['{ "email" : 1.50 , "password" : null }', '{ "email" : 1.50 , "password" : "[secret]" }'],
  ])('%s', (text, expected) => {
    expect(inLogin(text)).toEqual({ text: expected, isCut: false });
  });

  it.each([
    ['{"password":"CANARY', '{"password":"[secret]"'],
    ['{"email":"a","password:"CANARY"}', '{"email":"a",'],
    ['{"CANARY"}', '{'],
    ['{"email":"CANARY', '{"email":'],
    ['{"password":"x" "CANARY"}', '{"password":"[secret]" '],
    ['{"password":CANARY}', '{"password":"[secret]"'],
    ["{'password':'CANARY'}", '{'],
    ['password=CANARY', '"[secret]"'],
    ['{} CANARY', '{}'],
  ])('that ends or is no JSON: %s', (text, expected) => {
    const { text: masked, isCut } = inLogin(text);
    expect([masked.trimEnd(), isCut]).toEqual([expected.trimEnd(), true]);
  });

  it('never lets a secret through, wherever the body is cut', () => {
    const whole = '{"email":"a@b.c","password":"CANARY","keys":[{"id":"1","secret":"CANARY"}],"x":"CANARY"}';
    for (let end = 0; end <= whole.length; end++)
      expect(inLogin(whole.slice(0, end)).text).not.toMatch(/CANAR?|CAN/);
  });
});

describe('a body without secrets', () => {
  it.each([
    ['{"name":"Acme","size":12345678901234567890.10}', '{"name":"Acme","size":12345678901234567890.10}'],
    [
      '{"a":{"password":"CANARY"},"b":[{"secret":["CANARY"]}]}',
      '{"a":{"password":"[secret]"},"b":[{"secret":"[secret]"}]}',
    ],
    ['{"key":"sk_live_CANARYCANARY"}', '{"key":"sk_live_[secret]"}'],
    [
      '{"url":"https://x.example/f/1?o=1&e=2&s=abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq"}',
      '{"url":"https://x.example/f/1?o=1&e=2&s=[secret]"}',
    ],
    ['{"token":"eyJhbGciOiJFUzI1NiJ9.eyJvcmciOjF9.c2lnbmF0dXJl"}', '{"token":"[secret]"}'],
    [
      '{"at":"https://x.example/console/setup#token=CANARY"}',
      '{"at":"https://x.example/console/setup#token=[secret]"}',
    ],
    ['{"db":"postgres://me:CANARY@host/db"}', '{"db":"postgres://me:[secret]@host/db"}'],
    ['{"card":"4111 1111 1111 1111"}', '{"card":"[card number]"}'],
    ['{"card":4111111111111111}', '{"card":"[card number]"}'],
    ['{"4111111111111111":1}', '{"[card number]":1}'],
    ['{"at":1789000000000}', '{"at":1789000000000}'],
    ['[]', '[]'],
    ['"\\u0000\\ud800"', '"\\u0000\\ud800"'],
  ])('%s', (text, expected) => {
    expect(anywhere(text)).toEqual({ text: expected, isCut: false });
  });

  it('ends at a depth that nobody reads', () => {
    const { text, isCut } = anywhere(`${'['.repeat(20_000)}1`);
    expect([text.length < 100, isCut]).toEqual([true, true]);
  });
});

it('finds secrets behind references, and under the names that members have on the wire', () => {
  const tree = Recursive<unknown>('Tree', (self) =>
    Closed({ platformKey: Secret(Text(1, 10)), items: Type.Optional(List(self, { maxItems: 3 })) }),
  );
  const secrets = findSecrets([tree], { prefix: 'acme' });
  const masked = maskJson('{"items":[{"acmeKey":"CANARY","items":[{"acmeKey":"CANARY"}]}]}', {
    ...secrets,
    isSecretName,
  });
  expect(masked.text).toBe('{"items":[{"acmeKey":"[secret]","items":[{"acmeKey":"[secret]"}]}]}');
  expect([secrets.isStrict, secrets.names]).toEqual([true, ['acmeKey']]);
});
