import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken } from '#server/platform/ids.ts'

/**
 * A secret that a browser keeps between the steps of signing up or in, to prove that each step comes from the same browser. Scripts
 * cannot read it, and only our own pages send it.
 */
export type BrowserCookie = {
  read(request: FastifyRequest): string | undefined
  /** The secret from the cookie, or a new secret, which `give` sets as a cookie. */
  secretOf(request: FastifyRequest): string
  give(reply: FastifyReply, secret: string): void
  /** The secret that the browser has, else a new one; kept for `seconds` from now. */
  keep(request: FastifyRequest, reply: FastifyReply): string
  /** A new secret, whatever the browser has. */
  renew(reply: FastifyReply): string
  forget(reply: FastifyReply): void
}

export function browserCookie(
  name: string,
  options: { path: string; seconds: number; sameSite: 'Strict' | 'Lax'; secure: boolean },
): BrowserCookie {
  // With the prefix, browsers accept the cookie only over https, from this host itself, and with the path `/`.
  const [fullName, path] = options.secure ? [`__Host-${name}`, '/'] : [name, options.path]
  const form = new RegExp(`(?:^|;\\s*)${fullName}=([\\w-]{43})(?:;|$)`)
  const write = (reply: FastifyReply, value: string, seconds: number) =>
    reply.header(
      'set-cookie',
      `${fullName}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${options.sameSite}${options.secure ? '; Secure' : ''}`,
    )
  const read = (request: FastifyRequest) => form.exec(request.headers.cookie ?? '')?.[1]
  const set = (reply: FastifyReply, secret: string) => {
    write(reply, secret, options.seconds)
    return secret
  }
  const secretOf = (request: FastifyRequest) => read(request) ?? newToken()
  return {
    read,
    secretOf,
    give: set,
    keep: (request, reply) => set(reply, secretOf(request)),
    renew: (reply) => set(reply, newToken()),
    forget: (reply) => write(reply, '', 0),
  }
}
