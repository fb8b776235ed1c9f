/** Where the service found a fault in a template: a field, and in a text its line. */
export interface TemplateFault {
  field: string;
  rule: string;
  line: number | null;
}

/** Null for a failure that is not about the content. */
export function faultOf(message: string): TemplateFault | null {
  const [, path, rule] = /^(?:body\.)?content\.([\w.[\]]+): (.+)$/s.exec(message) ?? [];
  if (path === undefined || rule === undefined) return null;
  const [, line] = /^line (\d+),/.exec(rule) ?? [];
  return { field: path.replace(/^texts\./, '').replace(/^colors\./, 'color.'), rule, line: lineOf(line) };
}

function lineOf(digits: string | undefined): number | null {
  return digits === undefined ? null : +digits;
}
