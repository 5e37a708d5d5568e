import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readPostmasterFile } from '#server/platform/postgres/postmaster.ts'
import { freePort, startProduct } from '../server/tests/product-process.ts'
import { median } from './figures.ts'
import { newDataDir } from './laboratory.ts'
import { residentMiB } from './memory.ts'

export type FirstPageFigures = {
  /** Milliseconds from the process's start until `/` answers 200; the web is built beforehand. */
  cold: number
  warm: number
  /** After server and database were killed. */
  killed: number
  /** Resident memory of the server at rest, in MiB. */
  serverIdle: number
}

/** The first page on an empty data folder, on the same folder afterwards, and once more after a kill. */
export async function measureFirstPage(rounds: number): Promise<FirstPageFigures> {
  const figures = { cold: [] as number[], warm: [] as number[], killed: [] as number[], idle: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const dataDir = newDataDir()
    try {
      for (const kind of ['cold', 'warm', 'killed'] as const) {
        const port = await freePort()
        const start = performance.now()
        const server = await startProduct({ port, settings: { DATA_DIR: dataDir, LOG_LEVEL: 'info' } })
        const page = await fetch(`${server.url}/`)
        await page.text()
        if (page.status !== 200)
          throw new Error(`The first page answered ${page.status}: build the web first`)
        figures[kind].push(performance.now() - start)
        if (kind === 'warm') figures.idle.push(residentMiB(server.pid))
        if (kind !== 'warm') await server.end('SIGTERM')
        else {
          const database = readPostmasterFile(join(dataDir, 'postgres'))
          if (database) process.kill(database.pid, 'SIGKILL')
          await server.end('SIGKILL')
        }
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  return {
    cold: median(figures.cold),
    warm: median(figures.warm),
    killed: median(figures.killed),
    serverIdle: median(figures.idle),
  }
}
