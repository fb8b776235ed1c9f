import { expect, it } from 'vitest';
import { checkedOut, selectTests, type Tree } from './changed-tests.ts';

const tick = '`';
const hole = (name: string) => `$\{${name}}`;
const CONTENT: Record<string, string> = {
  'docs/operations.md': [
    '| GET | `/widgets` | [listWidgets](../src/areas/widgets/operations/list-widgets.ts) | `x` |',
    '| GET | `/widgets/{widget_id}` | [getWidget](../src/areas/widgets/operations/get-widget.ts) | `x` |',
    '| PUT | `/widgets/{widget_id}/parts` | [putParts](../src/areas/parts/operations/put-parts.ts) | `x` |',
  ].join('\n'),
  'migrations/0009_widgets.sql': 'create table widget_sizes (org_id integer);',
  'src/areas/widgets/store.ts': `import { round } from '#core/money.ts'; db.selectFrom('widgetSizes')`,
  'src/areas/widgets/operations/get-widget.ts': '',
  'src/areas/widgets/operations/get-widget.test.ts': '',
  'src/areas/parts/store/parts.ts': '',
  'src/areas/parts/parts.test.ts': '',
  'src/core/money.ts': '',
  'src/core/money.test.ts': '',
  'src/platform/db/migrate.test.ts': '',
  'test/contract/lists.test.ts': "await get('/widgets?pageSize=1')",
  'test/faults/killed.test.ts': "await get('/widgets/w1')",
  'test/scenarios/widget-is-read.test.ts': `await get(${tick}/widgets/${hole('id')}${tick})`,
  'test/scenarios/parts-are-put.test.ts': `await put(${tick}/widgets/${hole('ids[0]')}/parts${tick})`,
  'test/scenarios/clock-moves.test.ts': "import { tell } from '#test/told.ts'",
  'test/support/told.ts': '',
  'tools/docs.test.ts': '',
};
const tree: Tree = { files: Object.keys(CONTENT), read: (file) => CONTENT[file] ?? '' };
const select = (...changed: string[]) =>
  selectTests(changed, tree).tests.map((test) => test.replace(/^.*\/(.+)\.test\.ts$/, '$1'));

// changed                                        tests
it.each<[string, string[]]>([
  ['src/areas/widgets/operations/get-widget.ts', ['get-widget', 'widget-is-read']],
  ['src/areas/widgets/store.ts', ['get-widget', 'lists', 'widget-is-read']],
  ['src/areas/parts/store/parts.ts', ['parts', 'parts-are-put']],
  ['src/core/money.ts', ['get-widget', 'money']],
  ['migrations/0009_widgets.sql', ['get-widget', 'migrate']],
  ['test/support/told.ts', ['clock-moves']],
  ['test/faults/killed.test.ts', ['killed']],
  ['test/scenarios/gone.test.ts', []],
  ['README.md', ['docs']],
  ['package.json', []],
])('%s touches %j', (file, tests) => {
  expect(select(file)).toEqual(tests);
});

it('lists tests that may depend on a change and are not run', () => {
  expect(selectTests(['src/app.ts', 'src/areas/parts/store/parts.ts'], tree).leftOut).toEqual([
    'src/app.ts: every test may depend on it',
    expect.stringMatching(/^parts: .*all operations, and fault tests$/),
  ]);
});

it('finds in the checkout the tests of an operation and the scenarios that call it', () => {
  const { tests } = selectTests(['src/areas/usage-meters/operations/get-usage-meter.ts'], checkedOut());
  expect(tests).toContain('src/areas/usage-meters/operations/get-usage-meter.test.ts');
  expect(tests.filter((test) => test.startsWith('test/scenarios/')).length).toBeGreaterThan(0);
  expect(tests.length).toBeLessThan(100);
});
