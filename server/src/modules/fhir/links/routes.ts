import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { smartLinkBase } from '#server/modules/laboratory/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { TellDenial } from '#server/platform/http/denials.ts'
import { refusalOf } from '#server/platform/http/errors.ts'
import { knowingCommits } from '#server/platform/outcome.ts'
import { answerManifest, manifestRequest, readLinkFile } from './answer-manifest.ts'

const tokenParams = z.object({ token: z.string() })
const fileParams = z.object({ token: z.string(), until: z.string(), signed: z.string() })

/**
 * The calls of programs that open SMART Health Links. They follow its specification instead of the contract. Their scope lets pages of
 * other origins read the answers, since viewers of links are such pages.
 */
export function smartLinkRoutes(
  scope: FastifyInstance,
  contextOf: (request: FastifyRequest) => Context,
  tellDenial: TellDenial,
): void {
  void scope.register(async (plain) => {
    plain.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
      const refusal = refusalOf(error, request)
      const { retryAfterSeconds } = refusal.detail
      if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
      return reply.code(refusal.status).send(refusal.answer(request.id))
    })
    const own = plain.withTypeProvider<ZodTypeProvider>()
    own.post(
      `${smartLinkBase}/:token`,
      { schema: { hide: true, params: tokenParams, body: manifestRequest } },
      async (request, reply) => {
        const answer = await knowingCommits(() =>
          answerManifest(contextOf(request), request.params.token, request.body),
        )
        if ('remainingAttempts' in answer) {
          tellDenial(request, new Refusal('wrong_credentials', 'The passcode is missing or wrong'))
          reply.code(401)
        }
        return answer
      },
    )
    own.get(
      `${smartLinkBase}/:token/:until/:signed`,
      { schema: { hide: true, params: fileParams } },
      async (request, reply) =>
        reply.type('application/jose').send(await readLinkFile(contextOf(request), request.params)),
    )
  })
}
