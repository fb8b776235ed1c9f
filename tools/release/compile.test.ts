import { expect, it } from 'vitest';
import { nameOwnCommands } from './compile.ts';

it.each([
  // in the sources, in the package
  ['npm run user -- setup ORGANIZATION | reset EMAIL', 'tallymark user setup ORGANIZATION | reset EMAIL'],
  ['Run: npm run master-key -- adopt.', 'Run: tallymark master-key adopt.'],
  ['npm run backup [-- key | list]', 'tallymark backup [key | list]'],
  ['npm run restore -- [--at TIME]', 'tallymark restore [--at TIME]'],
  ['"npm run audit" or npm start', '"tallymark audit" or tallymark start'],
  ['npm install', 'npm install'],
])('%s is %s in the package', (text, expected) => {
  expect(nameOwnCommands(text)).toBe(expected);
});
