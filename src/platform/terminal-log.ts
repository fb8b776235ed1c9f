/** A readable log line: `12:00:01 info request operation=listAddOns status=200 ms=3.1`. */
export function terminalLine(json: string): string {
  const { time, level, msg, err, service: _service, pid: _pid, ...members } = JSON.parse(json) as LogLine;
  const words = Object.entries(members).map(([name, value]) => `${name}=${printed(value)}`);
  const failure = err?.stack ?? err?.message;
  const line = [String(time).slice(11, 19), String(level), msg ?? '', ...words].filter(Boolean).join(' ');
  return failure ? `${line}\n    ${failure.replaceAll('\n', '\n    ')}\n` : `${line}\n`;
}

interface LogLine {
  time?: string;
  level?: string;
  msg?: string;
  err?: { message?: string; stack?: string };
  [member: string]: unknown;
}

function printed(value: unknown): string {
  return typeof value === 'string' && /^[^\s"]+$/.test(value) ? value : JSON.stringify(value);
}
