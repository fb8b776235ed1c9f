import { createTransport } from 'nodemailer';
import { type MailResult, nothingSent } from './mailer.ts';

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  url: string;
  timeoutMs?: number;
}

interface Envelope {
  from: string;
  recipients: readonly string[];
}

/** Members of nodemailer's errors. */
interface SmtpError {
  code?: string | undefined;
  command?: string | undefined;
  responseCode?: number | undefined;
  response?: string | undefined;
  message?: string | undefined;
  rejectedErrors?: SmtpError[] | undefined;
  recipient?: string | undefined;
}

const TIMEOUT_MS = 30_000;
const MAX_TEXT = 500;

/**
 * Sends mails to a server, with a connection for each. A password is sent over TLS only; without one the
 * connection is encrypted if the server offers it.
 */
export function smtpSender({ url, timeoutMs = TIMEOUT_MS }: SmtpSettings) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (isSecure ? 465 : 587)),
    secure: isSecure,
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      requireTLS: !isSecure,
    }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (raw: Buffer, { from, recipients }: Envelope): Promise<MailResult> => {
    try {
      const sending = transport.sendMail({ raw, envelope: { from, to: [...recipients] } });
      const info = await within(sending, 2 * timeoutMs);
      const rejected: SmtpError[] = info.rejectedErrors ?? [];
      const isRejected = (address: string) => rejected.some(({ recipient }) => recipient === address);
      return {
        accepted: recipients.filter((address) => !isRejected(address)),
        refused: refusedOf(rejected),
        statusCode: Number(info.response?.slice(0, 3)) || null,
        response: printable(info.response),
        error: rejected.length > 0 ? printable(rejected.map(wordsOf).join('; ')) : null,
      };
    } catch (error) {
      return failure(error as SmtpError, recipients);
    }
  };
}

/**
 * Limits the whole attempt: the connection's own limits apply per wait, and a slow server could stay within
 * each.
 */
async function within<T>(sending: Promise<T>, limitMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`sending did not finish within ${limitMs / 1000} s`)),
    limitMs,
  );
  sending.catch(() => undefined);
  try {
    return await Promise.race([sending, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function failure(error: SmtpError, recipients: readonly string[]): MailResult {
  const rejected = error.rejectedErrors ?? [];
  const isRejected = error.command === 'DATA' && isPermanent(error);
  return {
    ...nothingSent(printable(wordsOf(error)) ?? 'failed'),
    // A rejected sender, login or encryption is the operator's to fix, and not the fault of the mail.
    refused: isRejected ? recipients : refusedOf(rejected),
    statusCode: error.responseCode ?? null,
    response: printable(error.response),
  };
}

function refusedOf(rejected: readonly SmtpError[]): string[] {
  return rejected.filter(isPermanent).flatMap(({ recipient }) => (recipient ? [recipient] : []));
}

function isPermanent({ responseCode = 0 }: SmtpError): boolean {
  return responseCode >= 500 && responseCode !== 503;
}

/** Excludes what was sent to the server: only its response, or the state of the connection. */
function wordsOf({ code, command, response, recipient, message }: SmtpError): string {
  const what = [code, command].filter(Boolean).join(' at ');
  return [recipient, response ?? [what, message].filter(Boolean).join(': ')].filter(Boolean).join(': ');
}

/** Strips control characters that a hostile response may contain. */
function printable(text: string | undefined): string | null {
  return text === undefined ? null : text.replace(/[\p{C}\u2028\u2029]+/gu, ' ').slice(0, MAX_TEXT);
}
