import { describe, expect, test } from 'vitest';
import { decimal } from '../../decimal.ts';
import { outcome } from '../outcome.ts';
import type { LogicContext } from '../values.ts';

const DATA: LogicContext = {
  n: decimal('12.5'),
  text: '7',
  word: 'abc',
  zero: '0',
  nothing: null,
  empty: '',
  yes: true,
  list: [decimal(1), decimal(2), decimal(3)],
  none: [],
  people: [
    { name: 'a', age: decimal(30) },
    { name: 'b', age: decimal(10) },
  ],
  at: Temporal.Instant.from('2024-05-01T00:00:00Z'),
};

function table(title: string, rows: readonly (readonly [logic: string, result: string])[]): void {
  describe(title, () => {
    test.each(rows)('%s gives %s', (logic, result) => expect(outcome(logic, DATA)).toBe(result));
  });
}

table('literals', [
  ['1', '1'],
  ['0.1', '0.1'],
  ['-0', '0'],
  ['1e2', '100'],
  ['"x"', '"x"'],
  ['null', 'null'],
  ['true', 'true'],
  ['[]', '[]'],
  ['[1,{"var":"text"},[2]]', '[1,"7",[2]]'],
]);

table('+', [
  ['{"+":[0.1,0.2]}', '0.3'],
  ['{"+":[]}', '0'],
  ['{"+":"3.14"}', '3.14'], // the cast to a number
  ['{"+":[{"var":"text"},{"var":"n"}]}', '19.5'],
  ['{"+":[1,null,{"var":"absent"}]}', '1'], // only a sum may leave out a part
  ['{"+":[{"var":"yes"},true,false]}', '2'],
  ['{"+":[12345678901234567890.123456789,0.000000000000000001]}', '12345678901234567890.123456789000000001'],
  ['{"+":[1,{"var":"word"}]}', '!NOT_A_NUMBER'],
  ['{"+":[1,{"var":"empty"}]}', '!NOT_A_NUMBER'],
  ['{"+":[1,{"var":"list"}]}', '!NOT_A_NUMBER'],
  ['{"+":[1,{"var":"at"}]}', '!NOT_A_NUMBER'],
  ['{"+":[1,"12abc"]}', '!NOT_A_NUMBER'],
  ['{"+":[1," 2"]}', '!NOT_A_NUMBER'],
  ['{"+":[1,"0x10"]}', '!NOT_A_NUMBER'],
  ['{"+":[1,"NaN"]}', '!NOT_A_NUMBER'],
  ['{"+":[1,"Infinity"]}', '!NOT_A_NUMBER'],
  ['{"+":[1,"1e2"]}', '101'],
  ['{"+":[1,"1e999"]}', '!NOT_A_NUMBER'],
]);

table('-', [
  ['{"-":[0.3,0.1]}', '0.2'],
  ['{"-":5}', '-5'],
  ['{"-":[0]}', '0'],
  ['{"-":["10",{"var":"text"}]}', '3'],
  ['{"-":[1,null]}', '!NULL_OPERAND'],
  ['{"-":[{"var":"absent"},1]}', '!NULL_OPERAND'],
  ['{"-":{"var":"nothing"}}', '!NULL_OPERAND'],
]);

table('*', [
  ['{"*":[0.0015,3333]}', '4.9995'],
  ['{"*":[2,3,"4"]}', '24'],
  ['{"*":["7"]}', '7'],
  ['{"*":[1,null]}', '!NULL_OPERAND'],
  // 19 + 19 digits, beyond any double
  ['{"*":[1234567890123456789,9876543210987654321]}', '12193263113702179522374638011112635269'],
]);

table('/ and %', [
  ['{"/":[1,8]}', '0.125'],
  ['{"/":[9,"3"]}', '3'],
  ['{"/":[1,0]}', '!DIVISION_BY_ZERO'],
  ['{"/":[0,0]}', '!DIVISION_BY_ZERO'],
  ['{"/":[1,{"var":"zero"}]}', '!DIVISION_BY_ZERO'],
  ['{"/":[1,false]}', '!DIVISION_BY_ZERO'],
  ['{"/":[1,null]}', '!NULL_OPERAND'],
  ['{"/":[null,1]}', '!NULL_OPERAND'],
  ['{"round":[{"/":[2,3]},18]}', '0.666666666666666667'],
  ['{"-":[1,{"*":[{"/":[1,3]},3]}]}', `0.${'0'.repeat(99)}1`], // 100 significant digits: 1 − 0.99…9
  ['{"%":[7,3]}', '1'],
  ['{"%":[-7,3]}', '-1'], // the sign of the dividend
  ['{"%":[7,-3]}', '1'],
  ['{"%":[5.5,2]}', '1.5'],
  ['{"%":[0.3,0.1]}', '0'],
  ['{"%":[7,0]}', '!DIVISION_BY_ZERO'],
  ['{"%":[7,null]}', '!NULL_OPERAND'],
]);

table('max, min, round', [
  ['{"max":[1,"10",9]}', '10'],
  ['{"min":[1,"10",-9]}', '-9'],
  ['{"max":[]}', 'null'],
  ['{"min":[]}', 'null'],
  ['{"max":{"var":"none"}}', 'null'],
  ['{"max":{"var":"list"}}', '3'], // a list stands for its elements
  ['{"min":[{"var":"list"},0]}', '0'],
  ['{"max":[1,null]}', '!NULL_OPERAND'],
  ['{"min":["a"]}', '!NOT_A_NUMBER'],
  ['{"round":[1.005,2]}', '1.01'],
  ['{"round":[-2.345,2]}', '-2.35'],
  ['{"round":2.5}', '3'],
  ['{"round":["2.675",2]}', '2.68'],
  ['{"round":[1,1.5]}', '!NUMBER_OUT_OF_RANGE'],
  ['{"round":[1,-1]}', '!NUMBER_OUT_OF_RANGE'],
  ['{"round":[1,19]}', '!NUMBER_OUT_OF_RANGE'],
  ['{"round":[null,2]}', '!NULL_OPERAND'],
]);

table('== and !=', [
  ['{"==":[1,1.0]}', 'true'],
  ['{"==":[1,"1.00"]}', 'true'],
  ['{"==":["1","1.0"]}', 'false'], // two texts are equal when they are the same
  ['{"==":[1,true]}', 'true'],
  ['{"==":[0,false]}', 'true'],
  ['{"==":["1",true]}', 'true'],
  ['{"==":["true",true]}', 'false'],
  ['{"==":[0,null]}', 'false'],
  ['{"==":[null,{"var":"absent"}]}', 'true'],
  ['{"==":["",0]}', 'false'],
  ['{"==":["abc",0]}', 'false'],
  ['{"==":[[1,[2]],[1.0,[2]]]}', 'true'],
  ['{"==":[[1],["1"]]}', 'false'],
  ['{"==":[[1],[1,2]]}', 'false'],
  ['{"==":[[1],1]}', 'false'],
  ['{"==":["PT24H",1]}', 'true'], // a duration counts its days
  ['{"!=":[1,2]}', 'true'],
  ['{"!=":[1,"1"]}', 'false'],
  ['{"===":[1,1.0]}', 'true'],
  ['{"===":[1,"1"]}', 'false'],
  ['{"===":[0.3,{"+":[0.1,0.2]}]}', 'true'],
  ['{"===":["a",{"substr":["abc",0,1]}]}', 'true'],
  ['{"===":[null,false]}', 'false'],
  ['{"===":[{"var":""},{"var":""}]}', 'true'],
  ['{"!==":[1,"1"]}', 'true'],
]);

table('< <= > >=', [
  ['{"<":[1,2]}', 'true'],
  ['{"<":[2,2]}', 'false'],
  ['{"<=":[2,2]}', 'true'],
  ['{">":["10","9"]}', 'true'], // attributes travel as text
  ['{">":["10",9]}', 'true'],
  ['{">=":[0.3,{"+":[0.1,0.2]}]}', 'true'],
  ['{"<":["a","b"]}', 'true'],
  ['{"<":["a","a"]}', 'false'],
  ['{">=":["b","a"]}', 'true'],
  ['{"<":["10","9a"]}', 'true'], // one is no number: by characters
  ['{"<":[true,2]}', 'true'],
  ['{"<":["PT36H",2]}', 'true'], // 1.5 days
  ['{"<":["P2D","PT49H"]}', 'true'],
  ['{"<":[1,2,3]}', 'true'],
  ['{"<":[1,1,3]}', 'false'],
  ['{"<=":[1,1,3]}', 'true'],
  ['{"<=":[1,4,3]}', 'false'],
  ['{">":[3,2,1]}', 'true'],
  ['{">=":[3,3,4]}', 'false'],
  ['{"<":[null,1]}', '!NULL_OPERAND'],
  ['{"<=":[1,null]}', '!NULL_OPERAND'],
  ['{">":[{"var":"absent"},1]}', '!NULL_OPERAND'],
  ['{">=":[1,1,null]}', '!NULL_OPERAND'],
  ['{"<":[1,"a"]}', '!NOT_A_NUMBER'],
  ['{"<":["a",1]}', '!NOT_A_NUMBER'],
  ['{"<":[1,[2]]}', '!NOT_A_NUMBER'],
]);

table('truth', [
  ['{"!!":0}', 'false'],
  ['{"!!":0.0}', 'false'],
  ['{"!!":""}', 'false'],
  ['{"!!":[[]]}', 'false'],
  ['{"!!":null}', 'false'],
  ['{"!!":false}', 'false'],
  ['{"!!":"0"}', 'true'],
  ['{"!!":[[0]]}', 'true'],
  ['{"!!":-0.000000000000000001}', 'true'],
  ['{"!!":{"var":"at"}}', 'true'],
  ['{"!!":{"var":""}}', 'true'],
  ['{"!":{"var":"absent"}}', 'true'],
  ['{"!":["0"]}', 'false'],
]);

table('if, ?:, and, or', [
  ['{"if":[true,1,2]}', '1'],
  ['{"if":[0,1,2]}', '2'],
  ['{"if":["0",1,2]}', '1'],
  ['{"if":[false,1,false,2,3]}', '3'],
  ['{"if":[false,1,true,2,3]}', '2'],
  ['{"if":[false,1]}', 'null'],
  ['{"if":[]}', 'null'],
  ['{"if":["x"]}', '"x"'],
  ['{"?:":[[],1,2]}', '2'],
  ['{"if":[true,1,{"/":[1,0]}]}', '1'], // the other branch is not evaluated
  ['{"and":[1,"a",3]}', '3'],
  ['{"and":[1,0,{"/":[1,0]}]}', '0'],
  ['{"and":[[]]}', '[]'],
  ['{"or":[0,"","a",{"/":[1,0]}]}', '"a"'],
  ['{"or":[false,null]}', 'null'],
]);

table('map, filter, reduce, all, some, none', [
  ['{"map":[{"var":"list"},{"*":[{"var":""},2]}]}', '[2,4,6]'],
  ['{"map":[{"var":"people"},{"var":"name"}]}', '["a","b"]'],
  ['{"map":[{"var":"people"},{"var":"n"}]}', '[null,null]'], // only the element is in sight
  ['{"map":[{"var":"word"},1]}', '[]'],
  ['{"filter":[{"var":"list"},{">":[{"var":""},1]}]}', '[2,3]'],
  ['{"filter":[{"var":"absent"},true]}', '[]'],
  ['{"reduce":[{"var":"list"},{"+":[{"var":"current"},{"var":"accumulator"}]},0.5]}', '6.5'],
  ['{"reduce":[{"var":"list"},{"+":[{"var":"current"},{"var":"accumulator"}]}]}', '6'],
  ['{"reduce":[{"var":"people"},{"+":[{"var":"current.age"},{"var":"accumulator"}]},0]}', '40'],
  ['{"reduce":[{"var":"absent"},1,{"var":"n"}]}', '12.5'],
  ['{"+":[{"reduce":[{"var":"list"},{"var":"current"},0]},{"var":"n"}]}', '15.5'], // data is back
  ['{"all":[{"var":"list"},{">":[{"var":""},0]}]}', 'true'],
  ['{"all":[{"var":"list"},{">":[{"var":""},1]}]}', 'false'],
  ['{"all":[{"var":"none"},true]}', 'false'],
  ['{"some":[{"var":"list"},{"==":[{"var":""},3]}]}', 'true'],
  ['{"some":[{"var":"none"},true]}', 'false'],
  ['{"none":[{"var":"list"},{"==":[{"var":""},4]}]}', 'true'],
  ['{"none":[{"var":"list"},{"==":[{"var":""},3]}]}', 'false'],
  ['{"none":[{"var":"none"},true]}', 'true'],
]);

table('in, merge, cat, substr', [
  ['{"in":["b",["a","b"]]}', 'true'],
  ['{"in":[2.0,{"var":"list"}]}', 'true'],
  ['{"in":["2",{"var":"list"}]}', 'false'], // the same kind, as ===
  ['{"in":[null,[null]]}', 'true'],
  ['{"in":["bc","abcd"]}', 'true'],
  ['{"in":[5,"1.5"]}', 'true'],
  ['{"in":["x",null]}', 'false'],
  ['{"in":[null,"null"]}', 'false'],
  ['{"in":[1,12]}', 'false'],
  ['{"in":["",""]}', 'false'],
  ['{"in":[{"date":"2024-05-01"},[{"var":"at"}]]}', 'true'],
  ['{"merge":[[1,2],3,[[4]],null]}', '[1,2,3,[4],null]'],
  ['{"merge":[]}', '[]'],
  ['{"cat":["a",1.50,true,null,{"var":"absent"}]}', '"a1.5true"'],
  ['{"cat":["x",[1,[2,null]]]}', '"x1,2,"'],
  ['{"cat":[0.0000001,"|",1e20]}', '"0.0000001|100000000000000000000"'], // never an exponent
  ['{"cat":{"var":"at"}}', '"2024-05-01T00:00Z"'],
  ['{"cat":{"var":""}}', '!NOT_TEXT'],
  ['{"cat":[]}', '""'],
  ['{"substr":["jsonlogic",4]}', '"logic"'],
  ['{"substr":["jsonlogic",-5]}', '"logic"'],
  ['{"substr":["jsonlogic",1,3]}', '"son"'],
  ['{"substr":["jsonlogic",4,-2]}', '"log"'],
  ['{"substr":["jsonlogic",-5,-2]}', '"log"'],
  ['{"substr":["abc",1,-5]}', '""'],
  ['{"substr":["abc",9]}', '""'],
  ['{"substr":["a😀b",1,1]}', '"😀"'], // code points, never half a character
  ['{"substr":[12.5,"1"]}', '"2.5"'],
  ['{"substr":["abc",0.5]}', '!NOT_A_NUMBER'],
  ['{"substr":["abc",null]}', '!NULL_OPERAND'],
]);
