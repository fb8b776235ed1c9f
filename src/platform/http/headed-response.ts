import { ApiResponse } from './operation.ts';

/** An answer with headers, which its operation declares (`response.headers`). */
export class HeadedResponse extends ApiResponse {
  readonly answer: ApiResponse;
  readonly headers: ResponseHeaders;

  constructor(response: ApiResponse, headers: ResponseHeaders) {
    super(response.status, response.body);
    this.answer = response;
    this.headers = headers;
  }
}

/** By their names in lower case. */
export type ResponseHeaders = Readonly<Record<string, string>>;
