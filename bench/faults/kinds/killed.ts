import { setTimeout as sleep } from 'node:timers/promises'
import { readPostmasterFile } from '#server/platform/postgres/postmaster.ts'
import { below } from '../history.ts'
import type { Laboratory } from '../laboratory.ts'
import { endSessions, type Fault } from './fault.ts'

async function killServers(laboratory: Pick<Laboratory, 'servers'>, count: number): Promise<void> {
  const { servers } = laboratory
  const first = below(servers.length)
  for (let number = 0; number < count; number++) await servers[(first + number) % servers.length]?.kill()
}

async function killDatabase({ primary }: Laboratory): Promise<void> {
  const main = readPostmasterFile(primary.postgres.cluster)
  if (main) process.kill(main.pid, 'SIGKILL')
  await sleep(200)
}

export const killedServer: Fault<Pick<Laboratory, 'servers'>> = {
  name: 'server killed',
  does: 'SIGKILL of one server, which is started again',
  strike: (laboratory) => killServers(laboratory, 1),
}

export const killedDatabase: Fault = {
  name: 'database killed',
  does: 'SIGKILL of the main process of PostgreSQL, which is started again',
  strike: killDatabase,
}

export const killedSessions: Fault = {
  name: 'sessions killed',
  does: 'every session of the servers ended by the database, also those in a commit, five times',
  async strike({ ask }) {
    for (let round = 0; round < 5; round++) {
      await ask(endSessions)
      await sleep(150)
    }
  },
}

export const killedBoth: Fault = {
  name: 'server and database killed',
  does: 'SIGKILL of all servers and of the main process of PostgreSQL, which are started again',
  async strike(laboratory) {
    await Promise.all([killDatabase(laboratory), killServers(laboratory, laboratory.servers.length)])
  },
}
