import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { follow, runQuietly } from './processes.js'

const dist = 'web/dist'
/** A build is made here and takes its place when it is whole: one that fails leaves the last one as it was. */
const next = 'web/dist-next'
const marker = `${dist}/.built-from`
const build = [
  'node_modules/vite/bin/vite.js',
  'build',
  '--config',
  'web/vite.config.ts',
  '--outDir',
  'dist-next',
]
/** Set for every caller: in a test run, NODE_ENV would select the development build of React. */
const env = () => ({ ...process.env, NODE_ENV: 'production' })

/** Builds the web when its sources have changed since the last build. */
export async function ensureWebBuilt(node) {
  const from = sources()
  if (existsSync(marker) && readFileSync(marker, 'utf8') === from) return
  console.log('Building the web application …')
  await runQuietly(node, build, {
    env: env(),
    failure: 'The web application could not be built: see above.',
  })
  putInPlace(from)
}

/** Builds the web and shows what came out. Resolves to an exit code. */
export async function buildWeb(node) {
  const from = sources()
  const code = await follow(node, build, env())
  if (code === 0) putInPlace(from)
  return code
}

function putInPlace(from) {
  const last = `${dist}-last`
  rmSync(last, { recursive: true, force: true })
  writeFileSync(`${next}/.built-from`, from)
  if (existsSync(dist)) renameSync(dist, last)
  renameSync(next, dist)
  rmSync(last, { recursive: true, force: true })
}

/** What a build is made from, by name, size and time of change: a tenth of the time of reading it all. */
function sources() {
  const hash = createHash('sha256')
  for (const path of ['package-lock.json', ...filesIn('contract'), ...filesIn('web')]) {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** Every file of a folder, but for what a build itself writes. */
function filesIn(folder) {
  const files = []
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (path.startsWith(join('web', 'dist')) || entry.name === 'node_modules' || entry.name.includes('.gen.'))
      continue
    if (entry.isDirectory()) files.push(...filesIn(path))
    else files.push(path)
  }
  return files.sort()
}
