/** The servers of a connection string. Connections are opened to one of them until it cannot be used, then to the next. */
export class Servers {
  readonly #urls: readonly string[]
  #at = 0

  constructor(url: string) {
    this.#urls = serverUrls(url)
  }

  get count(): number {
    return this.#urls.length
  }

  /** The server that the next connection is opened to. */
  get next(): string {
    return this.#urls[this.#at] ?? ''
  }

  /** This server could not be used: the next connection is opened to another one. */
  passOver(url: string): void {
    if (url === this.next) this.#at = (this.#at + 1) % this.#urls.length
  }
}

/**
 * A connection string for each server of one that names several, as libpq writes it:
 * `postgresql://user:password@one:5432,two:5432/database`. node-postgres takes only one server.
 */
export function serverUrls(url: string): string[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(url)
  if (!parts) return [url]
  const [, begin, servers = '', rest] = parts
  return servers.split(',').map((server) => `${begin}${server}${rest}`)
}
