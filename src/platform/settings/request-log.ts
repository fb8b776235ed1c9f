import type { ReadSetting } from './read-setting.ts';

/** What is kept of the requests of organizations. */
export interface RequestLogSettings {
  /** HEADERS: everything but the bodies. */
  recording: 'BODIES' | 'HEADERS' | 'OFF';
  /** Days after which a request is deleted. */
  days: number;
}

const RECORDINGS = { bodies: 'BODIES', headers: 'HEADERS', off: 'OFF' } as const;
const RECORDING = {
  parse: (text: string) => Object.entries(RECORDINGS).find(([name]) => name === text.toLowerCase())?.[1],
  print: (recording: RequestLogSettings['recording']) => recording.toLowerCase(),
  rule: 'must be bodies, headers or off',
};
const DAYS = {
  parse: (text: string) => (/^([1-9]|[12]\d|30)$/.test(text) ? Number(text) : undefined),
  rule: 'must be a whole number of days from 1 to 30',
};

export function readRequestLog(read: ReadSetting): RequestLogSettings {
  return {
    recording: read('REQUEST_LOG', 'BODIES', RECORDING),
    days: read('REQUEST_LOG_DAYS', 7, DAYS),
  };
}
