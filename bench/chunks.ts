import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

export type ChunkFigures = {
  /** Every script and style of the build, largest first; kB (1,000 bytes) gzip. */
  files: { name: string; kB: number }[]
  /** All script that a document asks for before anything is clicked. */
  documents: { name: string; scriptKB: number; styleKB: number }[]
}

const dist = fileURLToPath(new URL('../web/dist/', import.meta.url))
const gzipped = (path: string) => gzipSync(readFileSync(dist + path), { level: 9 }).length / 1000

/** Sizes of what was built; what a screen's route adds to its document is among the files. */
export function measureChunks(): ChunkFigures {
  const files = readdirSync(`${dist}assets`)
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => ({ name, kB: gzipped(`assets/${name}`) }))
    .sort((a, b) => b.kB - a.kB)
  const documents = ['index.html', 'app.html'].map((name) => {
    const asked = [
      ...readFileSync(dist + name, 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+\.(js|css))"/g),
    ]
    const sum = (kind: string) =>
      [...new Set(asked.filter(([, , type]) => type === kind).map(([, path = '']) => path))].reduce(
        (total, path) => total + gzipped(path),
        0,
      )
    return { name, scriptKB: sum('js'), styleKB: sum('css') }
  })
  return { files, documents }
}
