import { distance } from 'fastest-levenshtein';

/** A variable of the environment that is none of ours, and the one that was probably meant. */
export interface MisspeltSetting {
  name: string;
  /** Null when none is near. */
  meant: string | null;
}

/** Shorter names are near to too much: `HOME` is none of ours and two letters from `HOST`. */
const MIN_LENGTH = 6;
/** The first words that no other program uses. */
const OWN_PREFIXES = /^(?:TALLYMARK|BOOTSTRAP|RATE_LIMIT|QUOTA|WEBHOOKS|WIRE|INGEST)_/;
/** What other programs and libraries are told. */
const OTHERS = /^(?:AWS_|PG|NPM_|NODE_|TEST_)/i;

/**
 * Variables that are probably meant for this service and that it does not read: those a letter or two from
 * one of its names, and those that begin as only its names do. Any other is somebody else's.
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
  return `${name} is no setting and is ignored${meant ? `; did you mean ${meant}?` : ''}`;
}

/** In another case, with our name before it, or with a letter or two wrong. */
function nearest(name: string, known: readonly string[]): string | null {
  const plain = name.toUpperCase().replace(/^TALLYMARK_/, '');
  if (known.includes(plain)) return plain;
  const near = known
    .map((each) => ({ each, far: distance(plain, each) }))
    .filter(({ each, far }) => far <= mostWrong(Math.min(plain.length, each.length)))
    .sort((a, b) => a.far - b.far);
  return near[0]?.each ?? null;
}

function mostWrong(length: number): number {
  if (length < MIN_LENGTH) return 0;
  return length < 8 ? 1 : Math.max(2, Math.floor(length / 6));
}
