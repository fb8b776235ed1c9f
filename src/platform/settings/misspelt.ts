import { distance } from 'fastest-levenshtein';

/** An unknown environment variable, and the setting that was probably meant. */
export interface MisspeltSetting {
  name: string;
  /** Null when no setting is similar. */
  meant: string | null;
}

/** Shorter names are similar to too many: `HOME` is two letters from `HOST`. */
const MIN_LENGTH = 6;
/** Prefixes that no other program uses. */
const OWN_PREFIXES = /^(?:TALLYMARK|BOOTSTRAP|RATE_LIMIT|QUOTA|WEBHOOKS|WIRE|INGEST)_/;
/** Variables of other programs and libraries. */
const OTHERS = /^(?:AWS_|PG|NPM_|NODE_|TEST_)/i;

/**
 * Variables that are probably meant for this service but not read by it: those one or two letters from a
 * setting, and those with a prefix that only its settings have. All others belong to other programs.
 */
export function findMisspelt(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): MisspeltSetting[] {
  return Object.keys(env)
    .filter((name) => !known.includes(name) && !OTHERS.test(name))
    .flatMap((name) => {
      const meant = nearest(name, known);
      return meant !== null || OWN_PREFIXES.test(name.toUpperCase()) ? [{ name, meant }] : [];
    });
}

export function describeMisspelt({ name, meant }: MisspeltSetting): string {
  return `${name} is not a setting and is ignored${meant ? `; did you mean ${meant}?` : ''}`;
}

/** In another case, with our prefix, or with one or two wrong letters. */
function nearest(name: string, known: readonly string[]): string | null {
  const plain = name.toUpperCase().replace(/^TALLYMARK_/, '');
  if (known.includes(plain)) return plain;
  const near = known
    .map((each) => ({ each, far: distance(plain, each) }))
    .filter(({ each, far }) => far <= maxEdits(Math.min(plain.length, each.length)))
    .sort((a, b) => a.far - b.far);
  return near[0]?.each ?? null;
}

function maxEdits(length: number): number {
  if (length < MIN_LENGTH) return 0;
  return length < 8 ? 1 : Math.max(2, Math.floor(length / 6));
}
