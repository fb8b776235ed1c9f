import { compileBody } from '#platform/http/validation.ts';
import { startTurns } from '#platform/turns.ts';
import { readPlainEvent } from './read-plain-event.ts';
import { Event, MAX_EVENT_BYTES, type RejectedEvent } from './schema.ts';

const validate = compileBody(Event);
const EARLIEST_MS = 0;
const LATEST_MS = Temporal.Instant.from('9999-01-01T00:00:00Z').epochMilliseconds;
const MAX_MESSAGE = 200;

/** Separates valid events of a batch from invalid ones, each with its reason. */
export async function readEvents(
  sent: readonly unknown[],
): Promise<{ accepted: Event[]; rejected: RejectedEvent[] }> {
  const accepted: Event[] = [];
  const rejected: RejectedEvent[] = [];
  const turns = startTurns();
  for (const [index, original] of sent.entries()) {
    if (turns.isOver()) await turns.yieldLoop();
    // Reading replaces the timestamp, so a retry after a deadlock must read the original request again.
    const plain = readPlainEvent(original);
    const value = plain ?? (isRecord(original) ? { ...original } : original);
    const problem = plain ? findContradiction(plain) : findEventProblem(value);
    if (problem === null) accepted.push(value as Event);
    else rejected.push({ index, ...idOf(value), message: problem });
  }
  return { accepted, rejected };
}

/** Describes the problem of one event in one sentence; also parses its timestamp. */
function findEventProblem(value: unknown): string | null {
  const problems = validate(value, { isLarge: true });
  if (problems.length > 0) return clip(problems.join('; '));
  const event = value as Event;
  return isTooLarge(event) ? `must be at most ${MAX_EVENT_BYTES / 1024} KiB` : findContradiction(event);
}

/** Checks a well-formed event for contradictions that a schema cannot express. */
export function findContradiction({ attributes, timestamp }: Event): string | null {
  for (let i = 1; i < attributes.length; i++)
    for (let j = 0; j < i; j++)
      if (attributes[i]?.name === attributes[j]?.name)
        return `attributes: ${attributes[i]?.name} is repeated`;
  const ms = timestamp.epochMilliseconds;
  return EARLIEST_MS <= ms && ms < LATEST_MS ? null : 'timestamp: must be between the years 1970 and 9998';
}

/** Measures the event as it is stored: white space between members does not count. */
export function isTooLarge(event: Event): boolean {
  // Most events are far below the limit even if every character took six bytes, escaped.
  if (6 * countCharacters(event) < MAX_EVENT_BYTES) return false;
  return Buffer.byteLength(JSON.stringify(event)) > MAX_EVENT_BYTES;
}

/** At least the number of characters in the event's strings, including their delimiters. */
function countCharacters({ schemaName, id = '', accountId, attributes, dimensions }: Event): number {
  let count = 200 + schemaName.length + id.length + accountId.length;
  for (const { name, value, unit = '' } of attributes) count += 40 + name.length + value.length + unit.length;
  for (const name in dimensions) count += 10 + name.length + (dimensions[name]?.length ?? 0);
  return count;
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function idOf(value: unknown): { id?: string } {
  const { id } = (value ?? {}) as { id?: unknown };
  return typeof id === 'string' && id !== '' ? { id: clip(id) } : {};
}

function clip(text: string): string {
  const points = [...text.slice(0, 2 * MAX_MESSAGE)];
  return points.length > MAX_MESSAGE ? `${points.slice(0, MAX_MESSAGE - 1).join('')}…` : points.join('');
}
