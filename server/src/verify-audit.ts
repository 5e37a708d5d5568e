import { readConfig } from './config.ts'
import { checkAtConsole } from './console-database.ts'
import { sayVerdict } from './modules/insights/index.ts'
import { StartupError } from './platform/startup-error.ts'

/** `npm run audit:verify [-- --head <hash>]`: checks whether the audit trail is as it was written, and ends with 0 or 1. */
function headAsked(args: readonly string[]): string | null {
  const at = args.indexOf('--head')
  if (at === -1) return null
  const head = args[at + 1]?.toLowerCase() ?? ''
  if (!/^[0-9a-f]{8,64}$/.test(head)) {
    throw new StartupError(
      'After --head comes a hash that was written down: at least its first 8 characters.',
    )
  }
  return head
}

checkAtConsole(async (db) => sayVerdict(db, headAsked(process.argv.slice(2)), readConfig().dataDir))
