/** A data key, encrypted with a master key. */
type WrappedKey = { wrapped: Buffer; wrappedBy: string }

/** Where the master key is. Data keys are encrypted with it, and it is never in the database. */
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

/** Several sources as one: the first one encrypts, and the others only decrypt what was encrypted with them. */
export const joinSources = (first: KeySource, others: readonly KeySource[]): KeySource => ({
  ...first,
  name: [first, ...others].map(({ name }) => name).join(' and '),
  async unwrap(key, about) {
    for (const source of [first, ...others]) {
      const dataKey = await source.unwrap(key, about)
      if (dataKey) return dataKey
    }
    return null
  },
})
