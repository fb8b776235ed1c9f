import { PLATFORM_KEYS } from './platform-keys.ts';

/** Text for the description of an operation: one line for each key of the namespace PLATFORM. */
export function describeKeys(): string {
  const lines = Object.entries(PLATFORM_KEYS).map(([id, { owners, dataType, form, fallback, meaning }]) => {
    const value = fallback === null ? '' : `, by default \`${fallback}\``;
    return `- \`${id}\` (${dataType}; ${owners.join(', ')}): ${form}${value}. ${meaning}`;
  });
  return lines.join('\n');
}

/** The same keys as the rows of a Markdown table, sorted by name. */
export function settingsTable(): string {
  const rows = Object.entries(PLATFORM_KEYS)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { owners, dataType, form, fallback, meaning }]) => {
      const value = fallback === null ? '' : `\`${fallback}\``;
      return [`\`${id}\``, owners.map(inWords).join(', '), dataType, form, value, meaning];
    });
  const head = ['setting', 'where', 'type', 'values', 'default', 'effect'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function inWords(type: string): string {
  return type.toLowerCase().replaceAll('_', ' ');
}
