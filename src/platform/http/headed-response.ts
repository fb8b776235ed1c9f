import { ApiResponse } from './operation.ts';

/** A response with headers, which its operation declares in `response.headers`. */
export class HeadedResponse extends ApiResponse {
  readonly response: ApiResponse;
  readonly headers: ResponseHeaders;

  constructor(response: ApiResponse, headers: ResponseHeaders) {
    super(response.status, response.body);
    this.response = response;
    this.headers = headers;
  }
}

/** By lower-case name. */
export type ResponseHeaders = Readonly<Record<string, string>>;
