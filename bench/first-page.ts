import { rmSync } from 'node:fs'
import { freePort, startProduct } from '../server/tests/product-process.ts'
import { median } from './figures.ts'
import { newDataDir } from './laboratory.ts'
import { residentMiB } from './memory.ts'

export type FirstPageFigures = {
  /** Milliseconds from the process's start until `/` answers 200; the web is built beforehand. */
  cold: number
  warm: number
  /** Resident memory of the server at rest, in MiB. */
  serverIdle: number
}

/** The first page on an empty data folder, and on the same folder afterwards. */
export async function measureFirstPage(rounds: number): Promise<FirstPageFigures> {
  const figures = { cold: [] as number[], warm: [] as number[], idle: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const dataDir = newDataDir()
    try {
      for (const kind of ['cold', 'warm'] as const) {
        const port = await freePort()
        const start = performance.now()
        const server = await startProduct({ port, settings: { DATA_DIR: dataDir, LOG_LEVEL: 'info' } })
        const page = await fetch(`${server.url}/`)
        await page.text()
        if (page.status !== 200)
          throw new Error(`The first page answered ${page.status}: build the web first`)
        figures[kind].push(performance.now() - start)
        if (kind === 'warm') figures.idle.push(residentMiB(server.pid))
        await server.end('SIGTERM')
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  return { cold: median(figures.cold), warm: median(figures.warm), serverIdle: median(figures.idle) }
}
