import { Answer } from './operation.ts';

/** An answer with headers, which its operation declares (`response.headers`). */
export class HeadedAnswer extends Answer {
  readonly answer: Answer;
  readonly headers: AnswerHeaders;

  constructor(answer: Answer, headers: AnswerHeaders) {
    super(answer.status, answer.body);
    this.answer = answer;
    this.headers = headers;
  }
}

/** By their names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string>>;
