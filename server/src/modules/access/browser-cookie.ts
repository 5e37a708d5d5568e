import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken } from '#server/platform/ids.ts'

/**
 * A secret that a browser keeps between the steps of signing up or in, to prove that each step comes from the same browser. Scripts
 * cannot read it, and only our own pages send it.
 */
export type BrowserCookie = {
  read(request: FastifyRequest): string | undefined
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
  const form = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`)
  const write = (reply: FastifyReply, value: string, seconds: number) =>
    reply.header(
      'set-cookie',
      `${name}=${value}; Path=${options.path}; Max-Age=${seconds}; HttpOnly; SameSite=${options.sameSite}${options.secure ? '; Secure' : ''}`,
    )
  const read = (request: FastifyRequest) => form.exec(request.headers.cookie ?? '')?.[1]
  const set = (reply: FastifyReply, secret: string) => {
    write(reply, secret, options.seconds)
    return secret
  }
  return {
    read,
    keep: (request, reply) => set(reply, read(request) ?? newToken()),
    renew: (reply) => set(reply, newToken()),
    forget: (reply) => write(reply, '', 0),
  }
}
