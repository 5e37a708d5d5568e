import { checkAtConsole } from './console-database.ts'
import { sayChairDays } from './modules/booking/index.ts'
import { StartupError } from './platform/startup-error.ts'

/**
 * `npm run chairs:verify [-- --repair]`: compares the summary of each chair's day with the visits, and ends with 0 if all
 * agree, else with 1. With `--repair`, wrong days are recomputed; bookings can go on meanwhile.
 */
function repairAsked(args: readonly string[]): boolean {
  const unknown = args.find((argument) => argument !== '--repair')
  if (unknown !== undefined) throw new StartupError(`${unknown} is not known here. There is only --repair.`)
  return args.includes('--repair')
}

checkAtConsole(async (db) => sayChairDays(db, { repair: repairAsked(process.argv.slice(2)) }))
