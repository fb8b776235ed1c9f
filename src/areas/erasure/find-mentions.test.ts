import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { mentions } from '#platform/db/mentions.ts';
import { useService } from '#test/running-app.ts';
import { mentionFinder } from './find-mentions.ts';

const service = useService();
const PERSON = {
  texts: ['Erika Xqa', 'erika@x.example', 'Bo', 'O"Neil\\x', 'Ärzte 7', '+49 (0)7.1', '李雷'],
  ids: ['42', 'k|1', 'süß'],
};

const CASES: [text: string, isMentioned: boolean][] = [
  ['Erika Xqa', true],
  ['to ERIKA XQA.', true],
  ['"erika xqa"', true],
  ['Erika Xqab', false],
  ['Berika Xqa', false],
  ['mail:Erika@X.example;', true],
  ['erika@xyexample', false],
  ['a Bo b', true],
  ['Bob', false],
  ['xBo 12345678901234567890', false],
  ['x42,2345678901234567890', false],
  ['Böbo', false],
  ['"O""Neil\\x"', true],
  ['{"a":"{\\"b\\":\\"O\\\\\\"Neil\\\\\\\\x\\"}"}', true],
  ['die Ärzte 7', true],
  ['tel +49 (0)7.1, x', true],
  ['tel +49 (0)7x1, x', false],
  ['我是 李雷 ', true],
  ['id,name\n42,x', true],
  ['{"id":"42"}', true],
  ['{"count":42}', false],
  ['/customers/42/contacts', true],
  ['142', false],
  ['a;k|1', true],
  ['/x/k%7C1', false],
  ['nothing of it', false],
];

describe('a person is found in a text', () => {
  it.each(CASES)('%j is %s, in pieces of whatever length', (text, isMentioned) => {
    for (let size = 1; size <= text.length; size++) {
      const finder = mentionFinder(PERSON);
      for (let at = 0; at < text.length; at += size) finder.read(text.slice(at, at + size));
      expect([size, finder.end()]).toEqual([size, isMentioned]);
    }
  });

  it.each(CASES.filter(([text]) => text !== '/x/k%7C1'))(
    '%j is %s in the database, too',
    async (text, isMentioned) => {
      const { rows } = await service.app.database.transaction({ orgId: null, access: 'read' }, (tx) =>
        sql<{ found: boolean; locale: string }>`
          select ${mentions(sql`${text}::text`, PERSON)} as found,
            datlocprovider::text || ' ' || datctype as locale
          from pg_database where datname = current_database()`.execute(tx),
      );
      // Without a locale only letters of ASCII make a word longer: too much is erased, not too little.
      const isFoundToo = text === 'Böbo' && rows[0]?.locale === 'c C';
      expect(rows.map(({ found }) => found)).toEqual([isMentioned || isFoundToo]);
    },
  );
});
