import { readBackups } from '#contract/backups.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { readBackupState } from './read-state.ts'

export function backupRoutes(serve: Serve): void {
  serve(readBackups, (context) => readBackupState(context))
}
