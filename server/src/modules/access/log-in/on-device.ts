import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BrowserCookie } from '../browser-cookie.ts'
import type { Device } from './devices.ts'

/** Calls `signIn` with the browser's device. After a success it sets the device cookie. */
export async function onDevice<T>(
  devices: BrowserCookie,
  request: FastifyRequest,
  reply: FastifyReply,
  signIn: (device: Device) => Promise<T>,
): Promise<T> {
  const secret = devices.secretOf(request)
  const signedIn = await signIn({ secret, agent: (request.headers['user-agent'] ?? '').slice(0, 300) })
  devices.give(reply, secret)
  return signedIn
}
