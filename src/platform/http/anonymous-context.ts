import type { Database } from '../db/database.ts';
import type { Deployment } from '../deployment.ts';
import type { Environment } from './operation.ts';

/** The context of a handler whose caller is not authenticated: the handler finds the organization itself. */
export interface AnonymousContext {
  database: Database;
  deployment: Deployment;
  /** The environment of the base URL. */
  environment: Environment;
  /** The caller's IP address, as far as proxies are trusted. */
  address: string;
  /** The `User-Agent` header, at most 200 characters. */
  userAgent: string;
  /** The value of the cookie that ties the steps of a login to one browser; null before the first step. */
  browser: string | null;
  /** The base of links to this service, only for the response to this caller; see `baseUrlOf`. */
  baseUrl: string;
  requestId: string;
  operationId: string;
}
