/** A data key, encrypted with a master key. */
type WrappedKey = { wrapped: Buffer; wrappedBy: string }

/**
 * Where the master key is. Data keys are encrypted with it, and it is never in the database. A key management service (KMS) is another
 * implementation, whose master key does not leave the service.
 */
export type KeySource = {
  /** What the source is called in messages to the operator. */
  readonly name: string
  /** The id of the master key that encrypts now. */
  readonly current: string
  /** Encrypts a data key. `about` must be the same when it is decrypted. */
  wrap(dataKey: Buffer, about: string): Promise<WrappedKey>
  /** Null if the source does not have the master key, or if `wrapped` or `about` is not what it was. */
  unwrap(key: WrappedKey, about: string): Promise<Buffer | null>
}
