/** A failed start that the operator can fix. Only its message is printed, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
