import { connect, type Socket } from 'node:net';
import { type PreparedRequest, renewEvents } from './requests.ts';

/** One connection that is kept, with at most one request under way. */
export interface Lane {
  /** The instant that the latency of the request under way is counted from. */
  dueAt: number;
  send(): void;
  close(): void;
}

export interface LaneEvents {
  /** Status 0 when the connection ended before the answer. */
  onResponse(lane: Lane, status: number, hasRetryAfter: boolean): void;
  /** Connected, or answered: the next request may be sent. */
  onFree(lane: Lane): void;
}

const READ_BYTES = 16_384;
const RECONNECT_MS = 20;
const DIGIT_0 = 48;

export function openLane(
  address: { host: string; port: number },
  requests: readonly PreparedRequest[],
  events: LaneEvents,
): Lane {
  let socket: Socket;
  let next = 0;
  let isBusy = false;
  let isClosed = false;
  const finish = (status: number, hasRetryAfter: boolean) => {
    isBusy = false;
    events.onResponse(lane, status, hasRetryAfter);
    if (status !== 0) events.onFree(lane);
  };
  const open = () => {
    if (isClosed) return;
    socket = connect({ ...address, noDelay: true, onread: responseReader(finish) });
    socket.once('connect', () => events.onFree(lane));
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (isClosed) return;
      setTimeout(open, RECONNECT_MS);
      if (isBusy) finish(0, false);
    });
  };
  const lane: Lane = {
    dueAt: 0,
    send() {
      const request = requests[next++ % requests.length];
      if (!request) throw new Error('a lane needs a request to send');
      renewEvents(request);
      isBusy = true;
      socket.write(request.bytes);
    },
    close() {
      isClosed = true;
      socket.destroy();
    },
  };
  open();
  return lane;
}

/**
 * Reads answers with as little work as HTTP allows. One request is under way, so one answer comes: when a
 * read has the status and the length of the last whole answer, it is such an answer, and nothing else of it
 * is looked at.
 */
function responseReader(onWhole: (status: number, hasRetryAfter: boolean) => void) {
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  let knownStatus = 0;
  let knownLength = 0;
  let begun: Buffer | null = null;
  const read = (length: number) => {
    if (!begun && length === knownLength && statusOf(buffer) === knownStatus)
      return onWhole(knownStatus, true);
    const bytes: Buffer = Buffer.concat([...(begun ? [begun] : []), buffer.subarray(0, length)]);
    const response = readResponse(bytes);
    if (response?.hasRetryAfter && !begun) [knownStatus, knownLength] = [response.status, length];
    begun = response ? null : bytes;
    if (response) onWhole(response.status, response.hasRetryAfter);
  };
  const callback = (length: number) => {
    read(length);
    return true;
  };
  return { buffer, callback };
}

/** Of `HTTP/1.1 202 …`. */
function statusOf(bytes: Buffer): number {
  return digit(bytes, 9) * 100 + digit(bytes, 10) * 10 + digit(bytes, 11);
}

function digit(bytes: Buffer, at: number): number {
  return (bytes[at] ?? 0) - DIGIT_0;
}

/** Null when more of it has to come. What succeeded needs no Retry-After. */
function readResponse(bytes: Buffer): { status: number; hasRetryAfter: boolean } | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const head = bytes.toString('latin1', 0, headEnd).toLowerCase();
  const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
  if (length === undefined) throw new Error(`a response without its length: ${head}`);
  if (bytes.length < headEnd + 4 + Number(length)) return null;
  const status = statusOf(bytes);
  return { status, hasRetryAfter: status < 400 || head.includes('\r\nretry-after:') };
}
