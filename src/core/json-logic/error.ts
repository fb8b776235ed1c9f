/** What can be wrong with logic itself; found when it is parsed, so a saved logic never fails for these. */
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

/** What can go wrong with the data that logic is evaluated on. */
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
 * The only thing that parsing or evaluating throws. The message is a sentence that tells the author what to
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

/** Text of an author inside a message: quoted, and cut so that no message grows with its input. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
