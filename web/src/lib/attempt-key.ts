/**
 * The Idempotency-Key of a filled form: the same body keeps its key, so that a second press or a retry after a lost
 * answer books once; a changed body is another request and gets another key.
 */
export function attemptKeys() {
  let last: { body: string; key: string } | null = null
  return {
    keyFor(body: unknown): string {
      const text = JSON.stringify(body)
      if (last?.body !== text) last = { body: text, key: randomKey() }
      return last.key
    },
    /** After success, or when the server knows the key for something else. */
    renew(): void {
      last = null
    },
  }
}

export type AttemptKeys = ReturnType<typeof attemptKeys>

/** `crypto.randomUUID` exists on secure origins only; a laboratory's own network may have none. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
