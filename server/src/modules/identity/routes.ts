import type { FastifyInstance } from 'fastify'
import type { Base, Serve } from '#server/platform/http/serve.ts'

export function identityRoutes(_app: FastifyInstance, _serve: Serve, _base: Base): void {}
