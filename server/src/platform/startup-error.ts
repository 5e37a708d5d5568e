/**
 * A reason not to start that the operator can act on. Its message is one line: what is wrong, where, and what to do.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
