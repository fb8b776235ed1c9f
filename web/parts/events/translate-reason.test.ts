import { expect, it } from 'vitest';
import german from '../../messages/de/uncounted.json' with { type: 'json' };
import english from '../../messages/en/uncounted.json' with { type: 'json' };
import { fill, type Values } from '../../messages/fill.ts';
import { type SayReason, translateReason } from './translate-reason.ts';

const sayIn = (texts: Record<string, string>) =>
  ((key: string, values?: Values) => fill(texts[key] ?? '', values)) as SayReason;
const none = 'No meter counted this event: ';
const keiner = 'Kein Zähler hat dieses Ereignis gezählt: ';

it.each([
  [
    `${none}meter 'eu' requires region = 'eu', and the event has region = 'us'.`,
    `${keiner}Zähler „eu“ verlangt region = 'eu', und das Ereignis hat region = 'us'.`,
  ],
  // Words in quoted values are data.
  [
    `${none}meter 'a; b' requires (region in ('this and that', 'x', 'y', … 2 more) or n > 5) and ` +
      'not (m = 1), and the event has no region and n = 3; 2 more meters did not match.',
    `${keiner}Zähler „a; b“ verlangt (region in ('this and that', 'x', 'y', … 2 weitere) oder n > 5) und ` +
      'nicht (m = 1), und das Ereignis hat kein region und n = 3; 2 weitere Zähler passten nicht.',
  ],
  [
    `${none}meter 'a' requires n > 5; meter 'b' has a matcher that the event does not satisfy; ` +
      '1 more meter did not match.',
    `${keiner}Zähler „a“ verlangt n > 5; Zähler „b“ hat eine Bedingung, die das Ereignis nicht erfüllt; ` +
      'ein weiterer Zähler passte nicht.',
  ],
  [
    'feature f has 3 credits and 0 overage left, and the event uses 5',
    'Funktion f hat noch 3 Guthaben und 0 Mehrverbrauch, und das Ereignis verbraucht 5',
  ],
  [
    `${none}event schema 'call' has no active meter.`,
    `${keiner}das Ereignisschema „call“ hat keinen aktiven Zähler.`,
  ],
  [`${none}usage meter um.1 is not active.`, `${keiner}Zähler um.1 ist nicht aktiv.`],
  ['missing attribute calls, dimension region', 'es fehlt: Attribut calls, Dimension region'],
  [
    'timestamp is more than 24 hours in the future',
    'der Zeitstempel liegt mehr als 24 Stunden in der Zukunft',
  ],
  ['no active event schema is named call', 'kein aktives Ereignisschema heißt call'],
  [
    'meter calls: "/" divides by zero. Test the divisor first, as in {"if": [{"var": "n"}, …, 0]}',
    'Zähler calls: „/“ teilt durch null. Prüfen Sie zuerst den Divisor, wie in {"if": [{"var": "n"}, …, 0]}',
  ],
  [
    'meter calls: "+" got "abc". Give it a number or numeric text',
    'Zähler calls: „+“ hat „abc“ statt einer Zahl oder eines Zahlentextes',
  ],
  ['something new', 'something new'],
])('%s', (reason, expected) => {
  expect([translateReason(reason, sayIn(english)), translateReason(reason, sayIn(german))]).toEqual([
    reason,
    expected,
  ]);
});
