import type { FastifyReply } from 'fastify'

/** The answer is a CSV file, which a browser saves under this name. */
export function attachCsv(reply: FastifyReply, name: string): void {
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}.csv"`)
}
