import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/health-cards.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { type Limit, spendOfNetwork } from '#server/platform/limits.ts'
import { paramOf } from '../asked-format.ts'
import { checkHealthCard } from './check-card.ts'
import { makeHealthCard } from './make-card.ts'
import { findPublicKey, listKeys, listRevoked } from './queries-cards.ts'

export function healthCardRoutes(serve: Serve): void {
  serve(contract.makeHealthCard, (context, { params }) => makeHealthCard(context, params.id))
  serve(contract.checkHealthCard, (context, { body }) => checkHealthCard(context, body.card))
}

const hidden = { schema: { hide: true } }
const readLimit: Limit = { name: 'keys of health cards: network', burst: 120, perSeconds: 600 }

/** The number of changes of a list of revoked cards, from 1. Cards are only added to it. */
const countOf = (revoked: number): number => revoked + 1

/**
 * What verifiers of SMART Health Cards read: the public keys, and for each the cards that are revoked. The scope lets pages of other
 * origins read it.
 */
export function healthCardKeyRoutes(
  scope: FastifyInstance,
  contextOf: (request: FastifyRequest) => Context,
): void {
  const published = 'public, max-age=300'
  scope.get('/.well-known/jwks.json', hidden, async (request, reply) => {
    const context = contextOf(request)
    await spendOfNetwork(context, readLimit)
    const keys = (await listKeys(context.db)).map(({ publicKey, revoked }) => ({
      ...publicKey,
      crlVersion: countOf(revoked),
    }))
    reply.header('cache-control', published).type('application/json; charset=utf-8')
    return reply.send(JSON.stringify({ keys }))
  })
  scope.get('/.well-known/crl/:file', hidden, async (request, reply) => {
    const context = contextOf(request)
    await spendOfNetwork(context, readLimit)
    const kid = paramOf(request, 'file').replace(/\.json$/, '')
    const known = /^[\w-]{43}$/.test(kid) ? await findPublicKey(context.db, kid) : null
    if (!known) throw notFound('This key')
    const rids = await listRevoked(context.db, kid)
    reply.header('cache-control', published).type('application/json; charset=utf-8')
    return reply.send(JSON.stringify({ kid, method: 'rid', ctr: countOf(rids.length), rids }))
  })
}
