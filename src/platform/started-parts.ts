import type { Logger } from './http/server.ts';

/** The parts of a process that were started so far, to be stopped in reverse order. */
export interface StartedParts {
  add(name: string, stop: () => Promise<void>): void;
  /** Stops all of them. One that fails is logged and does not keep the others from stopping. */
  stopAll(logger: Pick<Logger, 'error'>): Promise<void>;
}

export function startedParts(): StartedParts {
  const parts: { name: string; stop(): Promise<void> }[] = [];
  return {
    add: (name, stop) => void parts.push({ name, stop }),
    stopAll: async (logger) => {
      for (let part = parts.pop(); part; part = parts.pop()) {
        try {
          await part.stop();
        } catch (error) {
          logger.error({ err: error, part: part.name }, 'a part could not be stopped cleanly');
        }
      }
    },
  };
}
