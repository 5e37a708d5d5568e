import { setTimeout as sleep } from 'node:timers/promises'
import { readPostmasterFile } from '#server/platform/postgres/postmaster.ts'
import { below } from '../faults/history.ts'
import type { Fault } from '../faults/kinds/fault.ts'
import { killedServer } from '../faults/kinds/killed.ts'
import type { ClusterLaboratory } from './laboratory.ts'

type ClusterFault = Fault<ClusterLaboratory>

const switchover: ClusterFault = {
  name: 'switchover',
  does: 'the operator makes the synchronous standby the primary',
  async strike({ machine }) {
    const [leader, standby] = [await machine('leader'), await machine('sync_standby')]
    const { status, body } = await leader.ask('POST', '/switchover', {
      leader: leader.name,
      candidate: standby.name,
    })
    if (status !== 200) throw new Error(`Switchover: ${status} ${body}`)
  },
}

const primaryLost: ClusterFault = {
  name: 'machine of the primary lost',
  does: 'cable pulled and every process killed on the machine of the primary, with its member of etcd; started again later',
  async strike({ machine }, hold) {
    const leader = await machine('leader')
    leader.cutOff()
    await leader.kill()
    await machine('leader', leader)
    await hold()
  },
}

const primaryCutOff: ClusterFault = {
  name: 'primary cut off',
  does: 'cable of the primary pulled until there is another; it must acknowledge no change by then',
  async strike({ machine, refuses }, hold) {
    const leader = await machine('leader')
    leader.cutOff()
    await machine('leader', leader)
    await refuses(leader)
    await hold()
  },
}

const primaryBlind: ClusterFault = {
  name: 'primary cut off from the databases',
  does: 'the servers reach the primary, which reaches neither standbys nor etcd, until there is another',
  async strike({ machine, databases, refuses }, hold) {
    const leader = await machine('leader')
    leader.loseSightOf(databases.filter(({ name }) => name !== leader.name))
    await machine('leader', leader)
    await refuses(leader)
    await hold()
  },
}

const standbyLost: ClusterFault = {
  name: 'machine of the synchronous standby lost',
  does: 'cable pulled and every process killed on the machine of the synchronous standby',
  async strike({ machine }, hold) {
    const standby = await machine('sync_standby')
    standby.cutOff()
    await standby.kill()
    await machine('sync_standby', standby)
    await hold()
  },
}

const postgresKilled: ClusterFault = {
  name: 'PostgreSQL of the primary killed',
  does: 'SIGKILL of the main process of PostgreSQL; Patroni starts it again or promotes a standby',
  async strike({ machine }, hold) {
    const main = readPostmasterFile((await machine('leader')).data)
    if (main) process.kill(main.pid, 'SIGKILL')
    await hold()
  },
}

const etcdMemberLost: ClusterFault = {
  name: 'member of etcd lost',
  does: 'SIGKILL of one member, which is started again',
  async strike({ databases }, hold) {
    await databases[below(databases.length)]?.killEtcd()
    await hold()
  },
}

const etcdLost: ClusterFault = {
  name: 'etcd without a majority',
  does: 'SIGKILL of two members for 15 s; the primary goes on, since it reaches the other machines (failsafe_mode)',
  async strike({ databases }, hold) {
    const first = below(databases.length)
    for (const offset of [0, 1]) await databases[(first + offset) % databases.length]?.killEtcd()
    await sleep(15_000)
    await hold()
  },
}

const proxyKilled: ClusterFault = {
  name: 'proxy killed',
  does: 'SIGKILL of one HAProxy, which is started again',
  async strike({ proxies }, hold) {
    await proxies[below(proxies.length)]?.stop()
    await hold()
  },
}

let turn = 0
/** One server after the other, each when the one before is ready again. */
export const rollingRestart: ClusterFault = {
  name: 'restart of a server',
  does: 'SIGTERM of one server, which is started again when it has ended; no request may fail',
  async strike({ servers }) {
    const server = servers[turn++ % servers.length]
    await server?.restart()
  },
}

/** Switchovers and losses of the primary come most often. */
export const clusterFaults: readonly ClusterFault[] = [
  switchover,
  primaryLost,
  switchover,
  primaryCutOff,
  switchover,
  primaryBlind,
  switchover,
  standbyLost,
  switchover,
  primaryLost,
  postgresKilled,
  switchover,
  etcdMemberLost,
  primaryLost,
  switchover,
  proxyKilled,
  killedServer,
  etcdLost,
]
