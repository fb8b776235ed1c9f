/** Errors of the logic itself; parsing finds them, so saved logic never fails with these. */
export type LogicSyntaxCode =
  | 'INVALID_JSON'
  | 'INVALID_NUMBER'
  | 'NOT_AN_OPERATION'
  | 'UNKNOWN_OPERATOR'
  | 'OPERATOR_NOT_ALLOWED'
  | 'WRONG_ARITY'
  | 'TOO_LONG'
  | 'TOO_DEEP'
  | 'TOO_MANY_NODES';

/** Errors of the data on which logic is evaluated. */
export type LogicEvaluationCode =
  | 'DIVISION_BY_ZERO'
  | 'NULL_OPERAND'
  | 'NOT_A_NUMBER'
  | 'NOT_A_DATE'
  | 'NOT_TEXT'
  | 'NUMBER_OUT_OF_RANGE'
  | 'STRING_TOO_LONG'
  | 'ARRAY_TOO_LONG'
  | 'UNSUPPORTED_VALUE'
  | 'OUT_OF_GAS';

export type LogicErrorCode = LogicSyntaxCode | LogicEvaluationCode;

/**
 * The only error that parsing or evaluation throws. The message is a sentence that tells the author what to
 * do.
 */
export class LogicError extends Error {
  readonly code: LogicErrorCode;

  constructor(code: LogicErrorCode, message: string) {
    super(message);
    this.name = 'LogicError';
    this.code = code;
  }
}

/** An author's text inside a message: quoted and truncated, so that no message grows with its input. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
