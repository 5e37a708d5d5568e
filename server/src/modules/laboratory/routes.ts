import type { Serve } from '#server/platform/http/serve.ts'
import { attachmentRoutes } from './attachments/routes.ts'
import { confidentialRoutes } from './confidential/routes.ts'
import { cultureRoutes } from './cultures/routes.ts'
import { emergencyRoutes } from './emergency/routes.ts'
import { linkRoutes } from './links/routes.ts'
import { qualityRoutes } from './quality/routes.ts'
import { referralRoutes } from './referrals/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { resultRoutes } from './results/routes.ts'
import { sampleRoutes } from './samples/routes.ts'
import { storageRoutes } from './storage/routes.ts'
import { taskRoutes } from './tasks/routes.ts'

export function laboratoryRoutes(serve: Serve): void {
  sampleRoutes(serve)
  storageRoutes(serve)
  taskRoutes(serve)
  resultRoutes(serve)
  confidentialRoutes(serve)
  cultureRoutes(serve)
  attachmentRoutes(serve)
  referralRoutes(serve)
  reportRoutes(serve)
  linkRoutes(serve)
  emergencyRoutes(serve)
  qualityRoutes(serve)
}
