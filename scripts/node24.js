import { existsSync } from 'node:fs'
import { Failure } from './processes.js'

const wanted = 24

/** The Node that runs Phial: this one when it is recent enough, else the one npm installed for this platform. */
export function findNode() {
  const [major] = process.versions.node.split('.')
  if (Number(major) >= wanted) return process.execPath
  const platform = `${process.platform}-${process.arch}`
  const installed = [`node_modules/node-${platform}/bin/node`, `node_modules/node-bin-${platform}/bin/node`]
  const found = installed.find((path) => existsSync(path))
  if (found) return found
  throw new Failure(
    `Phial runs on Node ${wanted} and npm has none for ${platform}: install Node ${wanted} or later and start again (this is ${process.version}).`,
  )
}
