import type { Serve } from '#server/platform/http/serve.ts'
import { attachmentRoutes } from './attachments/routes.ts'
import { linkRoutes } from './links/routes.ts'
import { qualityRoutes } from './quality/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { resultRoutes } from './results/routes.ts'
import { sampleRoutes } from './samples/routes.ts'
import { taskRoutes } from './tasks/routes.ts'

export function laboratoryRoutes(serve: Serve): void {
  sampleRoutes(serve)
  taskRoutes(serve)
  resultRoutes(serve)
  attachmentRoutes(serve)
  reportRoutes(serve)
  linkRoutes(serve)
  qualityRoutes(serve)
}
