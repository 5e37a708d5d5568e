import type { FastifyReply } from 'fastify'
import { saveAs } from '../file-types/file-name.ts'

/**
 * Sends an uploaded file as a download. If a browser shows it nevertheless, the headers prevent scripts and give it an opaque origin.
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
