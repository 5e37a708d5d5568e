import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { folders, sheet } from './files.ts'

/** Writes a page with the pictures of the last run side by side. Screens that differ from the accepted pictures come first. */

const filesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.png'))
    : []

const pictures = filesIn(folders.taken).sort()
/** Playwright names the picture of the difference after the picture: "…-patient-home-desk-light-diff.png". */
const differing = filesIn(folders.changed).filter((name) => name.endsWith('-diff.png'))
const differenceOf = (picture: string) =>
  differing.find((name) => name.endsWith(`${picture.replace(/\.png$/, '').replaceAll('/', '-')}-diff.png`))

const from = (folder: string, name: string) => encodeURI(relative(dirname(sheet), join(folder, name)))
const shown = (path: string, says: string) =>
  `<figure><a href="${path}"><img src="${path}" alt="" loading="lazy"></a><figcaption>${says}</figcaption></figure>`

const screens = Map.groupBy(pictures, (picture) => dirname(picture))
const rows = [...screens].map(([screen, ofScreen]) => {
  const changed = ofScreen.filter((picture) => differenceOf(picture))
  const differences = changed.map((picture) => {
    const says = picture.slice(screen.length + 1, -4)
    return [
      shown(from(folders.accepted, picture), `${says}, accepted`),
      shown(from(folders.taken, picture), `${says}, now`),
      shown(from(folders.changed, differenceOf(picture) ?? ''), `${says}, what differs`),
    ].join('')
  })
  const all = ofScreen.map((picture) =>
    shown(from(folders.taken, picture), picture.slice(screen.length + 1, -4)),
  )
  const html = `<section><h2>${screen}</h2>
    ${differences.length > 0 ? `<div class="changed">${differences.join('')}</div>` : ''}
    <div>${all.join('')}</div></section>`
  return { html, changed: changed.length }
})
const changed = rows.reduce((sum, row) => sum + row.changed, 0)

writeFileSync(
  sheet,
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every screen</title><style>
  body { font: 14px system-ui; margin: 24px; background: #ddd; color: #111 }
  section > div { display: flex; gap: 12px; overflow-x: auto; align-items: flex-start }
  figure { margin: 0; flex: none } img { width: 240px; max-height: 420px; object-fit: cover; object-position: top; border: 1px solid #888 }
  .changed { background: #f6c8c8; padding: 12px } .changed img { width: 400px; max-height: 700px }
  </style><h1>${screens.size} screens, ${pictures.length} pictures, ${changed} differ</h1>
  ${rows
    .toSorted((a, b) => b.changed - a.changed)
    .map(({ html }) => html)
    .join('\n')}</html>\n`,
)
process.stdout.write(`${pictures.length} pictures of ${screens.size} screens, ${changed} differ: ${sheet}\n`)
