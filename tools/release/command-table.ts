import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A command of the published package: `tallymark NAME`. */
export interface Command {
  name: string;
  /** Its program, relative to the root of the package. */
  entry: string;
  summary: string;
}

/** Scripts that need the sources, their tests or the development tools. */
const OF_DEVELOPMENT = ['test', 'check', 'migrations', 'examples', 'bench', 'release'];

/**
 * The commands of the operator: the scripts of package.json with the sentences of docs/commands.md. Throws
 * for a script that the page does not describe.
 */
export function listCommands(root: string): Command[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const page = readFileSync(join(root, 'docs/commands.md'), 'utf8');
  return Object.entries<string>(scripts)
    .filter(([name]) => !OF_DEVELOPMENT.includes(name))
    .map(([name, script]) => {
      const entry = /tools\/bootstrap\.mjs (\S+)\.ts$/.exec(script)?.[1];
      if (!entry) throw new Error(`the script ${name} does not run a program through tools/bootstrap.mjs`);
      return { name, entry: `${entry}.js`, summary: describe(page, name) };
    });
}

function describe(page: string, name: string): string {
  const command = name === 'start' ? 'npm start' : `npm run ${name}`;
  const row = page.split('\n').find((line) => new RegExp(`^\\| \`${command}[ \`]`).test(line));
  const summary = row?.split(' | ')[1]?.replace(/ \|$/, '');
  if (!summary) throw new Error(`docs/commands.md does not describe ${command}`);
  return firstSentence(summary)
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll('`', '')
    .replaceAll(/npm run (\S+) -- /g, 'tallymark $1 ');
}

/** The package has installed what `npm start` would. */
function firstSentence(text: string): string {
  return text.replace('installs what is missing, ', '');
}
