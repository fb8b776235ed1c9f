import { describe, expect, it } from 'vitest';
import { RULES, type Rule } from './tidy/house.ts';
import { treeOf } from './tidy/source.ts';
import { checkWeb } from './tidy/web.ts';

type Case = [rule: Rule, path: string, text: string];

const lines = (count: number) => 'export {};\n'.repeat(count);
const component = (body: string) => `export function List() {\n${body}\n  return <List />;\n}\n`;
const SCREEN = 'web/console/screens/invoices/list.tsx';

const PLANTED: Case[] = [
  ['web-layer', 'web/ui/a.tsx', "import { send } from '../api/transport.ts';"],
  ['web-layer', 'web/ui/a.tsx', "import { Allowed } from '../parts/allowed.tsx';"],
  ['web-layer', 'web/format/a.ts', "import { place } from '../session/environment.ts';"],
  ['web-layer', 'web/parts/a.tsx', "import { List } from '../console/screens/invoices/list.tsx';"],
  ['web-layer', SCREEN, "import { Other } from '../credits/other.tsx';"],
  ['web-layer', SCREEN, "import { Rail } from '../../shell/rail.tsx';"],
  ['web-kit', SCREEN, "import { Tabs } from 'radix-ui';"],
  ['web-kit', 'web/parts/a.tsx', "import { useVirtualizer } from '@tanstack/react-virtual';"],
  ['web-kit', SCREEN, "const chart = await import('uplot');"],
  ['web-home', SCREEN, "await fetch('/invoices');"],
  ['web-home', 'web/api/a.ts', 'new EventSource(url);'],
  ['web-home', SCREEN, "useQuery({ queryKey: ['invoices'] });"],
  ['web-home', SCREEN, 'client.invalidateQueries();'],
  ['web-home', SCREEN, "new Intl.NumberFormat('en');"],
  ['web-home', SCREEN, 'const total = Number(amount);'],
  ['web-home', 'web/ui/a.tsx', 'const text = amount.toFixed(2);'],
  ['web-home', SCREEN, 'const text = date.toLocaleString();'],
  ['web-length', 'web/console/routes/invoices/a.ts', lines(41)],
  ['web-length', SCREEN, lines(121)],
  ['web-length', 'web/ui/a.tsx', lines(201)],
  ['web-text', SCREEN, component('  const a = <p>Total</p>;')],
  ['web-text', SCREEN, component('  const a = (\n    <p>\n      Nothing here\n    </p>\n  );')],
  ['web-class', SCREEN, component('  const a = <p className={`text-$'.concat('{tone}`} />;'))],
  ['web-colour', SCREEN, component("  const a = <p style={{ color: '#1c2430' }} />;")],
  ['web-colour', 'web/ui/a.tsx', component('  const a = <svg fill="rgb(0 0 0)" />;')],
  ['web-component', SCREEN, component('  useA(); useB(); useC(); useD(); useE(); useF(); useG();')],
  ['web-component', SCREEN, component('  useState(1); useState(2); useState(3); useState(4);')],
  ['web-component', SCREEN, component('  useEffect(() => undefined);')],
  ['web-total', 'web/ui/a.ts', 'useEffect(f);\n'.repeat(26)],
  ['web-total', 'web/session/a.ts', 'createContext(null);\n'.repeat(5)],
];

const ALLOWED: [what: string, path: string, text: string][] = [
  ['the kit in ui', 'web/ui/a.tsx', "import { Tabs } from 'radix-ui';"],
  ['the way down', SCREEN, "import { Money } from '../../../ui/money.tsx';"],
  ['a screen of the same area', SCREEN, "import { linesOf } from './invoice-view.ts';"],
  ['formats in format', 'web/format/a.ts', "new Intl.NumberFormat('en').format(Number(a));"],
  ['requests in the transport', 'web/api/transport.ts', 'await fetch(url);'],
  ['translated texts', SCREEN, component("  const a = <p>{t('total')}</p>;")],
  [
    'class names in full',
    SCREEN,
    component("  const a = <p className={classes('p-2', isOpen && 'm-1')} />;"),
  ],
  ['an id that looks like a colour', SCREEN, component('  const a = <a href="#main" />;')],
  [
    'six hooks and the messages',
    SCREEN,
    component('  useMessages(); useA(); useB(); useC(); useD(); useE(); useF();'),
  ],
];

describe('every rule of web/ is seen to fail on a planted violation', () => {
  it.each(PLANTED)('%s: %s %s', (rule, path, text) => {
    expect(checkWeb(treeOf([[path, text]]).code).map((each) => each.rule)).toContain(rule);
  });

  it('plants a violation of each of them', () => {
    const rules = RULES.filter((rule) => rule.startsWith('web-'));
    expect(rules.filter((rule) => !PLANTED.some(([name]) => name === rule))).toEqual([]);
  });
});

describe('what keeps the rules of web/ is left alone', () => {
  it.each(ALLOWED)('%s', (_, path, text) => {
    expect(checkWeb(treeOf([[path, text]]).code)).toEqual([]);
  });
});
