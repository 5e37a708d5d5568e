import type { FastifyReply } from 'fastify'
import { saveAs } from '../file-types/file-name.ts'

/**
 * Answers with a file that somebody gave. It is to be saved and never shown: should a browser show it all the same, it runs nothing
 * and has no origin.
 */
export function sendFile(
  reply: FastifyReply,
  { name, type, content }: { name: string; type: string; content: Buffer },
): Buffer {
  reply
    .type(type)
    .header('content-disposition', saveAs(name))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
  return content
}
