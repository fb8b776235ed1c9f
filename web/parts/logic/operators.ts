/** The operators of JSON Logic that the service knows; a test compares them with its table. */
export const OPERATORS: ReadonlySet<string> = new Set(
  (
    'var missing missing_some if ?: and or ! !! == != === !== < <= > >= + - * / % max min round map filter ' +
    'reduce all some none in cat substr merge date date.add date.sub duration.between duration.of duration.as'
  ).split(' '),
);
