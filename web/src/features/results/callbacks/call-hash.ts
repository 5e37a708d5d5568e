const prefix = 'callback-'

/** The fragment of an address that leads to a critical value. */
export const callHash = (callbackId: string): string => `${prefix}${callbackId}`

/** The critical value that a fragment leads to; null for any other fragment. */
export const calledIn = (hash: string): string | null =>
  hash.startsWith(prefix) ? hash.slice(prefix.length) : null
