import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { Failure, runQuietly } from './processes.js'

/** Installs the npm packages of a folder when they are missing or the lockfile has changed; otherwise reads two files. */
export async function ensureInstalled(folder = '.') {
  // Holds the hash of the lockfile that node_modules was found to agree with; goes when npm empties the folder.
  const marker = `${folder}/node_modules/.phial-lockfile`
  const lockfile = readFileSync(`${folder}/package-lock.json`)
  const hash = createHash('sha256')
    .update(lockfile)
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  if (read(marker) === hash) return
  if (!agreesWith(folder, JSON.parse(lockfile.toString()))) await install(folder)
  try {
    writeFileSync(marker, hash)
  } catch {
    // Installed by somebody else, in a folder we cannot write: the comparison is made again next time.
  }
}

async function install(folder) {
  console.log('Installing the npm packages (once; half a minute or so) …')
  // Nothing Phial uses needs its install scripts, and where npm's policy blocks them they would only be warnings.
  // NODE_ENV=production must not drop the development packages: the web is built with them.
  await runQuietly(
    'npm',
    [
      'ci',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
    ],
    {
      env: { ...process.env, PATH: systemPath() },
      failure: 'The npm packages could not be installed: npm explains above. Then start again.',
    },
  )
  if (!agreesWith(folder, JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8')))) {
    throw new Failure('npm finished, but node_modules does not hold what package-lock.json names.')
  }
}

/** Without our own node_modules/.bin: npm must not run on the Node that it is about to replace. */
function systemPath() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => !/node_modules[/\\]\.bin[/\\]?$/.test(folder)).join(delimiter)
}

/** Compares with npm's own record of what it installed, so that a plain `npm ci` beforehand counts. */
function agreesWith(folder, lockfile) {
  const record = read(`${folder}/node_modules/.package-lock.json`)
  if (record === undefined) return false
  const installed = JSON.parse(record).packages
  return Object.entries(lockfile.packages).every(([path, wanted]) => {
    if (path === '') return true
    const present = installed[path]
    return present ? present.version === wanted.version : wanted.optional || wanted.devOptional
  })
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
