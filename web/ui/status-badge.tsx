import { Badge } from './badge.tsx';
import type { Look } from './look.ts';

interface StatusBadgeProps<Word extends string> {
  look: Look<Word>;
  say(word: Word): string;
}

/** The status of a record: in a table, and beside its title. */
export function StatusBadge<Word extends string>({ look, say }: StatusBadgeProps<Word>) {
  const { tone, shape = 'plain', word } = look;
  return (
    <Badge tone={tone} shape={shape}>
      {say(word)}
    </Badge>
  );
}
