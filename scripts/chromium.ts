import { execFileSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What Playwright needs to start a browser. */
export type Browser = { executablePath: string; env: Record<string, string>; args: string[] }

const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser']
const macOsChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** No call home, no prompt, and text that is drawn alike everywhere. Playwright adds its own, `--no-sandbox` among them. */
const args = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-default-browser-check',
  '--no-pings',
  '--font-render-hinting=none',
  // Without a separate GPU process, a run takes a tenth less processor time.
  '--in-process-gpu',
  // A page of a test is gone before code that was optimised for it pays: a tenth less again.
  '--js-flags=--no-maglev --no-turbofan',
]

/**
 * The browser of the tests: the one named by CHROME_PATH, an installed Chrome or Chromium, or the Chromium that npm
 * installed, so that the tests run on a machine that has none. Playwright's workers each load the configuration
 * again; they take the answer of the main process from the environment.
 */
export function findBrowser(): Browser {
  const handedDown = process.env.PHIAL_TEST_BROWSER
  if (handedDown) return JSON.parse(handedDown)
  const browser = chosenBrowser()
  process.env.PHIAL_TEST_BROWSER = JSON.stringify(browser)
  return browser
}

function chosenBrowser(): Browser {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([, value]) => value !== undefined),
  ) as Record<string, string>
  const named = process.env.CHROME_PATH
  if (named) {
    if (!works(named)) throw new Error(`CHROME_PATH is ${named}, which cannot be run`)
    return { executablePath: named, env, args }
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), macOsChrome]
  // Run, not only looked for: some distributions have a `chromium-browser` that only tells how to install one.
  const installed = candidates.find((path) => existsSync(path) && works(path))
  if (installed) return { executablePath: installed, env, args }

  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('The browser tests need Chrome or Chromium: install one, or set CHROME_PATH to it')
  }
  const folder = unpackedChromium()
  const executablePath = join(folder, 'chromium')
  return { executablePath, env: { ...env, ...surroundings(folder, executablePath) }, args }
}

function works(path: string): boolean {
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

/**
 * The Chromium of @sparticuz/chromium, unpacked once per version (two seconds, 210 MB). The package itself unpacks into
 * fixed names in the temporary folder, where another user's or a half-written one may lie; here it unpacks into a
 * folder of its own, which is then renamed into place.
 */
function unpackedChromium(): string {
  const home = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const target = join(cacheFolder(), `chromium-${version}`)
  if (existsSync(target)) return target

  const stage = `${target}.new-${process.pid}`
  rmSync(stage, { recursive: true, force: true })
  mkdirSync(stage, { recursive: true })
  // In a child, because the package goes by the TMPDIR of its process. The libraries it would unpack on Lambda only.
  const script = `
    import chromium, { inflate } from '@sparticuz/chromium'
    await chromium.executablePath()
    await inflate(${JSON.stringify(join(home, 'bin/al2023.tar.br'))})`
  const root = fileURLToPath(new URL('..', import.meta.url))
  try {
    execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      env: { ...process.env, TMPDIR: stage },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    writeFileSync(join(stage, 'fonts/fonts.conf'), fontSettings(target))
    renameSync(stage, target)
  } catch (error) {
    rmSync(stage, { recursive: true, force: true })
    // Another run was faster.
    if (!existsSync(target)) throw error
  }
  return target
}

/** Beside the packages, where it goes with them; or a private temporary folder, when they belong to somebody else. */
function cacheFolder(): string {
  const modules = fileURLToPath(new URL('../node_modules', import.meta.url))
  try {
    const folder = join(modules, '.cache/phial')
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return folder
  } catch {
    const { uid } = userInfo()
    const folder = join(tmpdir(), `phial-browser-${uid}`)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const entry = lstatSync(folder)
    if (!entry.isDirectory() || entry.uid !== uid)
      throw new Error(`${folder} belongs to another user: remove it`)
    return folder
  }
}

/** Bare systems have no fonts and not all libraries; the package brings both. Libraries only if some are missing. */
function surroundings(folder: string, executable: string): Record<string, string> {
  const fonts = { FONTCONFIG_PATH: join(folder, 'fonts') }
  const own = join(folder, 'al2023/lib')
  if (missingLibraries(executable).length === 0) return fonts
  const missing = missingLibraries(executable, own)
  if (missing.length > 0) {
    throw new Error(
      `Chromium needs libraries that this system lacks (${missing.join(', ')}): install Chrome or Chromium`,
    )
  }
  return { ...fonts, LD_LIBRARY_PATH: own }
}

function missingLibraries(executable: string, extraFolder = ''): string[] {
  const listing = execFileSync('/usr/bin/ldd', [executable], {
    encoding: 'utf8',
    env: { ...process.env, LD_LIBRARY_PATH: extraFolder },
  })
  return [...listing.matchAll(/^\s*(\S+) => not found$/gm)].map(([, name]) => name ?? '')
}

const fontSettings = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`
