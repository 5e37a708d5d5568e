import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * Writes what a release consists of, without the packages of development: `npm run sbom [folder]`. `phial.cdx.json` is a list of parts in
 * the form of CycloneDX, `licences.txt` the licence of each part.
 */
const [folder = 'sbom'] = process.argv.slice(2)
const sbom = execFileSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev'],
  { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
)
/** @typedef {{ id?: string, name?: string }} Named */
/** @typedef {{ license?: Named, expression?: string }} Licence */
/** @typedef {{ name: string, version: string, licenses?: Licence[] }} Part */
/** @type {Part[]} */
const parts = JSON.parse(sbom).components

/** The licence of a part: as its package says, else the first line of its licence file. @param {Part} part */
function licenceOf({ name, licenses = [] }) {
  const named = licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression)
  if (named.length > 0) return named.join(', ')
  const packageFolder = `node_modules/${name}`
  const file = readdirSync(packageFolder).find((one) => /^licen[cs]e/i.test(one))
  if (!file) throw new Error(`The package ${name} has no licence`)
  return `${readFileSync(`${packageFolder}/${file}`, 'utf8').trim().split('\n')[0]} (file ${file})`
}

const lines = parts.map((part) => `${part.name} ${part.version}: ${licenceOf(part)}`).sort()
mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}/phial.cdx.json`, sbom)
writeFileSync(`${folder}/licences.txt`, `${lines.join('\n')}\n`)
console.log(`${parts.length} parts: ${folder}/phial.cdx.json and ${folder}/licences.txt`)
