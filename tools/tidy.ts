import { checkAreas } from './tidy/areas.ts';
import { checkArrows } from './tidy/arrows.ts';
import { checkBans, checkMachinePaths } from './tidy/bans.ts';
import type { Exception, House } from './tidy/house.ts';
import { checkLengths } from './tidy/lengths.ts';
import { checkNames } from './tidy/names.ts';
import { checkReach } from './tidy/reach.ts';
import { checkRetiredWords } from './tidy/retired-words.ts';
import { type Finding, findingAt, readTree, type Tree } from './tidy/source.ts';
import { checkWeb } from './tidy/web.ts';

/**
 * The house rules as a program: `node tools/tidy.ts [root]` prints one line for each violation and exits with
 * 1 if there is any. STYLE.md explains the rules; this file contains their facts.
 */
export const HOUSE: House = {
  tiers: [
    ['organizations', 'files', 'webhooks', 'payment-providers', 'finalization-hooks'],
    ['api-keys', 'settings', 'jobs', 'mails', 'audit-log', 'saved-views'],
    ['customers', 'add-ons', 'event-schemas', 'seller-entities', 'users'],
    ['accounts', 'usage-meters', 'features', 'pricing-rules'],
    ['price-plans', 'credits', 'wallets', 'portal', 'invoice-groups', 'notes'],
    ['licenses', 'invoice-templates'],
    ['schedules'],
    ['entitlements', 'price-plans-v1', 'plan-migrations'],
    ['usage'],
    ['invoices'],
    ['invoice-printing', 'draft-reviews'],
    ['metrics', 'purchases', 'payments', 'receivables'],
    ['payment-requests', 'balances', 'journal'],
    ['alerts', 'price-experiments', 'reports', 'scheduled-work', 'imports', 'configuration', 'approvals'],
    ['request-log'],
    ['erasure', 'overview', 'record-names', 'system'],
  ],
  areaPackages: {
    otpauth: 'one-time codes of authenticator apps',
    '@simplewebauthn/server': 'what authenticators send for passkeys',
    'openid-client': 'logins with the identity providers of organizations',
    'node:net': 'whether a host is an IP address',
    typebox: 'the schemas of requests and responses',
    kysely: 'the statements of the stores',
    pdfkit: 'the printed invoice',
    liquidjs: 'the texts of invoice templates',
    stdnum: 'check digits of tax ids',
    'localized-address-format': 'addresses on paper, as each country writes them',
    'node:zlib': 'images that were uploaded',
    'node:timers': 'turns for others while a document is set',
    jose: 'signed access tokens',
    'node:crypto': 'hashes and random bytes',
    'node:stream': 'bodies that are too long to hold',
  },
  exceptions: [
    {
      rule: 'area-shape',
      path: 'src/areas/invoice-printing/area.ts',
      reason:
        'it stores nothing of its own: files, mails and the PDF of an invoice are stored by their areas',
    },
    {
      rule: 'environment',
      path: 'src/config.ts',
      reason: 'it is the reader that every other file relies on',
    },
    {
      rule: 'console',
      path: 'src/main.ts',
      reason: 'the first keys are shown once to a person and must not reach the log',
    },
    {
      rule: 'any',
      path: 'test/support/running-app.ts',
      reason: 'tests read members of answers of every shape, and their expectations are the check',
    },
    {
      rule: 'area-shape',
      path: 'src/areas/overview/area.ts',
      reason: 'it only reads what other areas store, and nothing is above it',
    },
    {
      rule: 'area-shape',
      path: 'src/areas/record-names/area.ts',
      reason: 'it only reads what other areas store, and nothing is above it',
    },
    {
      rule: 'area-shape',
      path: 'src/areas/balances/area.ts',
      reason: 'it only reads what other areas store, and nothing is above it',
    },
    {
      rule: 'area-shape',
      path: 'src/areas/receivables/area.ts',
      reason: 'its lists raise the problems of any list, and none of their own',
    },
    {
      rule: 'area-shape',
      path: 'src/areas/system/area.ts',
      reason: 'it has no tables: it reads the database itself, the metrics and the process',
    },
    {
      rule: 'area-shape',
      path: 'src/areas/plan-migrations/area.ts',
      reason: 'price-plans makes the jobs and reads for them; what moves is stored by schedules and jobs',
    },
    {
      rule: 'area-shape',
      path: 'src/areas/configuration/area.ts',
      reason: 'it stores nothing of its own and nothing is above it; what it copies is stored by other areas',
    },
    {
      rule: 'area-shape',
      path: 'src/areas/receivables/area.ts',
      reason: 'it only reads, and raises no problems beyond those of any list and any request',
    },
    { rule: 'clock', path: 'src/platform/', reason: 'clock.ts makes `now`; requests and leases are timed' },
  ],
};

/** Every finding of every rule before exceptions apply, in file order. */
export function tidy(tree: Tree, house: House): Finding[] {
  const findings = [
    ...checkArrows(tree.code, house),
    ...checkReach(tree.code),
    ...checkNames(tree.code),
    ...checkAreas(tree.code),
    ...checkLengths(tree.code),
    ...checkBans(tree.code),
    ...checkMachinePaths(tree.texts),
    ...checkRetiredWords(tree.texts),
    ...checkWeb(tree.code),
  ];
  return findings
    .filter((finding) => !house.exceptions.some((each) => excuses(each, finding)))
    .concat(findStaleExceptions(tree, findings, house))
    .sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}

/** Reports exceptions for files that no longer need them. */
function findStaleExceptions(tree: Tree, findings: Finding[], house: House): Finding[] {
  return house.exceptions.flatMap((exception) => {
    const file = tree.code.find(({ path }) => path === exception.path);
    if (!file || findings.some((finding) => excuses(exception, finding))) return [];
    return [
      findingAt(file, 0, [
        'stale-exception',
        `this file no longer needs its exception from the rule ${exception.rule}; remove the exception`,
      ]),
    ];
  });
}

function excuses({ rule, path }: Exception, finding: Finding): boolean {
  const isThere = path.endsWith('/') ? finding.path.startsWith(path) : finding.path === path;
  return isThere && finding.rule === rule;
}

function main(root: string): void {
  const tree = readTree(root);
  const findings = tidy(tree, HOUSE);
  for (const { path, line, rule, sentence, isWarning } of findings)
    console.log(`${path}:${line} ${rule} — ${isWarning ? 'warning: ' : ''}${sentence}`);
  const violations = findings.filter(({ isWarning }) => !isWarning).length;
  console.log(
    `${tree.code.length} code files and ${tree.texts.length} text files read, ` +
      `${violations} violations, ${findings.length - violations} warnings`,
  );
  if (tree.code.length === 0) console.error('no code file was found, so nothing was checked');
  if (violations > 0 || tree.code.length === 0) process.exitCode = 1;
}

if (import.meta.main) main(process.argv[2] ?? '.');
