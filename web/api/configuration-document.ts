import { type Environment, place } from '../session/environment.ts';
import { parseToSend } from './exact-json.ts';
import { exportConfiguration } from './generated/configuration.ts';
import { send } from './transport.ts';

export const PARTS = [
  ...(['eventSchemas', 'features', 'usageMeters', 'addOns', 'invoiceTemplates'] as const),
  ...(['pricePlans', 'settings'] as const),
] as const;
export type Part = (typeof PARTS)[number];

/** A configuration whose numbers have the digits of their source. Its content is for the service. */
export type ConfigurationDocument = Readonly<{ formatVersion: unknown } & Partial<Record<Part, unknown[]>>>;

export const otherEnvironment: Environment = place.environment === 'sandbox' ? 'production' : 'sandbox';

/** The configuration of an environment, also of the other one: the session is valid in both. */
export async function readConfiguration(environment: Environment): Promise<ConfigurationDocument> {
  return (await send(exportConfiguration, {}, { environment, parse: parseToSend })) as never;
}

/** Null for a text that is no document. */
export function documentOf(text: string): ConfigurationDocument | null {
  try {
    const read = parseToSend(text);
    const isDocument = typeof read === 'object' && read !== null && 'formatVersion' in read;
    return isDocument ? (read as ConfigurationDocument) : null;
  } catch {
    return null;
  }
}

/** Only the chosen parts. Members that this console does not know stay, and are for the service to judge. */
export function withParts(document: ConfigurationDocument, parts: ReadonlySet<Part>): ConfigurationDocument {
  return Object.fromEntries(
    Object.entries(document).filter(([name]) => parts.has(name as Part) || !PARTS.includes(name as Part)),
  ) as ConfigurationDocument;
}
