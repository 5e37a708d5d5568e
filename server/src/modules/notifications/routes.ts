import type { FastifyInstance } from 'fastify'
import type { Serve } from '#server/platform/http/serve.ts'

export function notificationRoutes(_app: FastifyInstance, _serve: Serve): void {}
