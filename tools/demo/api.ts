/** Calls the public HTTP API of a running service, as any client would. */
export interface Api {
  /** Throws on any error response. Numbers keep their source text: a double would hide a wrong digit. */
  call<T = { id: string }>(method: string, path: string, body?: unknown): Promise<T>;
  /** Null for what does not exist. */
  find(path: string): Promise<unknown>;
  download(path: string): Promise<Buffer>;
}

export interface InvoiceSummary {
  id: string;
  invoiceType: string;
  status: string;
}

export interface Invoice extends InvoiceSummary {
  sequenceId: string;
  invoiceDate: string;
  startDate: string;
  endDateInclusive: string;
  dueDate: string;
  totalAmount: string;
  pdfUrl: string;
  revenueInfo: Line;
}

export interface Line {
  id?: string;
  type: string;
  value: string;
  lineItems: Line[];
}

export interface Explanation {
  lines: ExplainedLine[];
  verification: { isIdentical: boolean };
}

export interface ExplainedLine {
  lineId: string;
  description: string;
  quantity: string;
  amount: string;
  eventCount?: string;
  steps: string[];
}

export function api(base: string, key: string): Api {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${base}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const read = async (method: string, path: string, response: Response) => {
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return JSON.parse(text, keepText);
  };
  return {
    call: async (method, path, body) => read(method, path, await send(method, path, body)),
    find: async (path) => {
      const response = await send('GET', path);
      return response.status === 404 ? null : read('GET', path, response);
    },
    download: async (path) => {
      const response = await fetch(new URL(path, base));
      if (!response.ok) throw new Error(`GET ${path} returned ${response.status}`);
      return Buffer.from(await response.arrayBuffer());
    },
  };
}

function keepText(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}
