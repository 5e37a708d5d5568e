import { setTimeout as sleep } from 'node:timers/promises'
import { below } from '../history.ts'
import { type Laboratory, mainProcess } from '../laboratory.ts'
import { anywhere, type Fault } from './fault.ts'

async function killServers(laboratory: Laboratory, count: number): Promise<void> {
  const { servers } = laboratory
  const first = below(servers.length)
  for (let number = 0; number < count; number++) await servers[(first + number) % servers.length]?.kill()
}

async function killDatabase({ primary }: Laboratory): Promise<void> {
  const pid = mainProcess(primary.postgres)
  if (pid !== null) process.kill(pid, 'SIGKILL')
  await sleep(200)
}

export const killedServer: Fault = {
  name: 'server killed',
  does: 'SIGKILL of one server, which is started again',
  why: anywhere,
  strike: (laboratory) => killServers(laboratory, 1),
}

export const killedDatabase: Fault = {
  name: 'database killed',
  does: 'SIGKILL of the main process of PostgreSQL, which is started again',
  why: anywhere,
  strike: killDatabase,
}

export const killedSessions: Fault = {
  name: 'sessions killed',
  does: 'every session of the servers ended by the database, also those in a commit, five times',
  why: anywhere,
  async strike({ ask }) {
    for (let round = 0; round < 5; round++) {
      await ask("select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'phial%'")
      await sleep(150)
    }
  },
}

export const killedBoth: Fault = {
  name: 'server and database killed',
  does: 'SIGKILL of all servers and of the main process of PostgreSQL, which are started again',
  why: anywhere,
  async strike(laboratory) {
    await Promise.all([killDatabase(laboratory), killServers(laboratory, laboratory.servers.length)])
  },
}
