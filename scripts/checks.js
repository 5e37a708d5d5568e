import { readFile, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Failure, follow, runCaptured, runQuietly } from './processes.js'
import { ensureWebBuilt } from './web-build.js'

/** @typedef {[title: string, command: string[]]} Group A named part of a test run, as arguments of Node 24. */

// Into a file, Biome's colours are an escape sequence per letter.
const colours = process.stdout.isTTY ? '--colors=force' : '--colors=off'

const vitest = (...args) => ['node_modules/vitest/vitest.mjs', 'run', ...args]

const statics = [
  ['Types of server, contract and tests', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.server.json']],
  ['Types of the web', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.web.json']],
  ['Lint and format', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', colours, '.']],
  ['Unused files, exports and packages', ['node_modules/knip/bin/knip.js']],
]
const endurance = 'server/tests/endurance'
const results = 'test-results/vitest.json'
/** Vitest with its usual output and, for the end of the run, its results as JSON. */
const withResults = (...args) => [
  ...vitest(...args),
  ...['--reporter=default', '--reporter=json', `--outputFile.json=${results}`],
]
const tests = ['Boundaries, units and database', withResults('--exclude', `${endurance}/**`)]
const enduring = ['Endurance: kills, restarts, storms, seeds, bench', withResults(endurance)]
const browser = ['In a real browser', ['node_modules/@playwright/test/cli.js', 'test']]

/** All but the browser and the endurance tests. Resolves to an exit code. */
export const check = (node, args) =>
  args.length > 0 ? follow(node, vitest(...args)) : reported(() => withoutBrowser(node))

/**
 * What every change needs. `--endurance` adds the tests that kill, restart, flood and seed whole laboratories, and the trial run
 * of the bench; other arguments go to Playwright. Resolves to an exit code.
 */
export function test(node, args) {
  const [title, command] = browser
  const inBrowser = [title, [...command, ...args.filter((arg) => arg !== '--endurance')]]
  const groups = args.includes('--endurance') ? [inBrowser, enduring] : [inBrowser]
  return reported(async () => [
    ...(await withoutBrowser(node)),
    ...(await inOrder(groups, (group) => loud(node, group))),
  ])
}

/** `npm run bench -- …` */
export async function bench(node, args) {
  await ensureWebBuilt(node)
  return follow(node, ['bench/main.ts', ...args])
}

/** `npm run seed -- …`. Its rows are made in bulk and soon gone: with more room for the young, half of the cleaning goes. */
export const seed = (node, args) => follow(node, ['--max-semi-space-size=64', 'server/src/seed.ts', ...args])

/** Static checks run while the tests do. The web is built first, since tests load its pages, and the server that they start. */
async function withoutBrowser(node) {
  const built = await timed('Build of web and server', () =>
    ensureWebBuilt(node).then(() => bundleServer(node)),
  )
  const [still, tested] = await Promise.all([
    inOrder(statics, (group) => quiet(node, group)),
    loud(node, tests),
  ])
  return [built, ...still, tested]
}

async function bundleServer(node) {
  const folder = 'node_modules/.cache/phial/server'
  const failure = 'The server could not be bundled: see above.'
  await runQuietly(node, ['scripts/bundle-server.ts', folder], { failure })
  process.env.PHIAL_TEST_SERVERS = resolve(folder)
  return 0
}

/**
 * Runs every group, even after one has failed, then prints the tests that failed, as their own lines may be thousands of lines
 * above, and the result and the duration of each group.
 */
async function reported(run) {
  const outcomes = await run()
  for (const { title, failed = [] } of outcomes) {
    if (failed.length > 0) console.log(`\n── Failed in “${title}”\n${failed.join('\n')}`)
  }
  console.log('\n── Times')
  for (const { title, code, seconds } of outcomes) {
    console.log(
      `${seconds.toFixed(0).padStart(5)} s  ${title}${code === 0 ? '' : `  FAILED (exit code ${code})`}`,
    )
  }
  return outcomes.find(({ code }) => code !== 0)?.code ?? 0
}

async function inOrder(groups, run) {
  const outcomes = []
  for (const group of groups) outcomes.push(await run(group))
  return outcomes
}

/** Runs a group with its output on this terminal. */
async function loud(node, [title, command]) {
  console.log(`\n── ${title}`)
  await rm(results, { force: true })
  const outcome = await timed(title, () => follow(node, command))
  return { ...outcome, failed: await failedTests() }
}

/** A line for each failed test of the last run of Vitest, and for each file that could not be run. */
async function failedTests() {
  const report = await readFile(results, 'utf8').catch(() => '{"testResults":[]}')
  return JSON.parse(report).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${name}: ${message}`] : []
    return failed.map((test) => `${name} > ${test.fullName}\n    ${test.failureMessages[0]?.split('\n')[0]}`)
  })
}

/** Runs a group in parallel with another; its output is shown at its end, and only if it fails. */
const quiet = (node, [title, command]) =>
  timed(title, async () => {
    const { code, output } = await runCaptured(node, command)
    if (code !== 0) process.stderr.write(`\n── ${title}: failed\n${output}\n`)
    return code
  })

/** @throws Failure if a signal ended the group: then the following groups must not run either */
async function timed(title, run) {
  const start = performance.now()
  const code = await run()
  if (code > 128) throw new Failure(`\nEnded by a signal: ${title} (exit code ${code})`)
  return { title, code, seconds: (performance.now() - start) / 1000 }
}
