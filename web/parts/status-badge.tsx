import { Badge } from '../ui/badge.tsx';
import type { Look } from './look.ts';

/** A status beside the title of a record. */
export function StatusBadge({ look: { tone, shape, word }, say }: { look: Look; say(key: string): string }) {
  return (
    <Badge tone={tone} {...(shape && { shape })}>
      {say(word)}
    </Badge>
  );
}
