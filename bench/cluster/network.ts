import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The prefix of the names of namespaces. The id of the process that made them follows. */
export const namespacePrefix = 'phial-'
export const bridgeOf = (pid: number | string): string => `phial${pid}`

export const ip = (...args: string[]): string => execFileSync('ip', args, { encoding: 'utf8' })

/** A machine: a network namespace with a name, an address and a cable. */
export type Host = {
  readonly name: string
  readonly address: string
  /** What a command begins with to run on this machine, by default as root. */
  inside(account?: string): readonly string[]
  /** Starts a program, which a signal to our terminal does not reach. */
  spawn(command: readonly string[], how: { account?: string; stdio: StdioOptions }): ChildProcess
  /** Pulls the cable. No connection is closed: its other end only stops answering. */
  cutOff(): void
  /** Drops everything that this machine sends to others, as a broken switch between them does. */
  loseSightOf(others: readonly Host[]): void
  reconnect(): void
  /** Kills every process of the machine, as a power failure does, but nothing that was written is lost. */
  kill(): Promise<void>
}

/** Makes machines that reach one another by name and address, and that this machine reaches by address. */
export function openNetwork(names: readonly string[]) {
  const bridge = bridgeOf(process.pid)
  const net = freeNet()
  const addressOf = (index: number) => `${net}.${11 + index}`
  const hostsFile = `127.0.0.1 localhost\n${names.map((name, index) => `${addressOf(index)} ${name}\n`).join('')}`
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('address', 'add', `${net}.1/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')

  const plug = (name: string, index: number): Host => {
    const namespace = `${namespacePrefix}${process.pid}-${name}`
    const cable = `ph${process.pid}i${index}`
    const address = addressOf(index)
    const within = (...args: string[]) => ip('-n', namespace, ...args)
    mkdirSync(folderOf(namespace), { recursive: true })
    writeFileSync(join(folderOf(namespace), 'hosts'), hostsFile)
    ip('netns', 'add', namespace)
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
    ip('link', 'set', cable, 'master', bridge, 'up')
    within('address', 'add', `${address}/24`, 'dev', 'eth0')
    within('link', 'set', 'eth0', 'up')
    within('link', 'set', 'lo', 'up')
    const inside = (account?: string) => [
      ...['ip', 'netns', 'exec', namespace],
      ...(account === undefined
        ? []
        : ['setpriv', `--reuid=${account}`, `--regid=${account}`, '--init-groups']),
    ]
    return {
      name,
      address,
      inside,
      spawn(command, { account, stdio }) {
        const [program = '', ...args] = [...inside(account), ...command]
        return spawn(program, args, { stdio, detached: true, cwd: '/', env: { PATH: process.env.PATH } })
      },
      cutOff: () => void ip('link', 'set', cable, 'down'),
      loseSightOf(others) {
        for (const other of others) within('route', 'replace', 'blackhole', `${other.address}/32`)
      },
      reconnect() {
        ip('link', 'set', cable, 'up')
        within('route', 'flush', 'type', 'blackhole')
      },
      kill: () => endAllIn(namespace),
    }
  }
  return {
    /** The address of this machine in it. */
    address: `${net}.1`,
    range: `${net}.0/24`,
    hosts: names.map(plug),
    close: () => removeNetwork(process.pid),
  }
}

const folderOf = (namespace: string) => join('/etc/netns', namespace)

/** A network of 198.18.0.0/15, which is set aside for measurements, that this machine does not use yet. */
function freeNet(): string {
  const used = ip('-4', '-o', 'address')
  const free = Array.from({ length: 256 }, (_, number) => `198.18.${number}`).find(
    (net) => !used.includes(` ${net}.`),
  )
  if (free === undefined) throw new Error('No network of 198.18.0.0/16 is free')
  return free
}

/** The namespaces of all runs, with the ids of the processes that made them. */
export const namespaces = (): { namespace: string; maker: number }[] =>
  ip('netns', 'list')
    .split('\n')
    .flatMap((line) => {
      const [namespace = ''] = line.split(' ')
      const maker = Number(/^phial-(\d+)-/.exec(namespace)?.[1])
      return maker > 0 ? [{ namespace, maker }] : []
    })

/** Ends the processes in the namespaces of a run, and removes them with their bridge. */
export async function removeNetwork(pid: number): Promise<void> {
  for (const { namespace } of namespaces().filter(({ maker }) => maker === pid)) {
    await endAllIn(namespace)
    ip('netns', 'delete', namespace)
    rmSync(folderOf(namespace), { recursive: true, force: true })
  }
  if (ip('-o', 'link').includes(` ${bridgeOf(pid)}: `)) ip('link', 'delete', bridgeOf(pid))
}

async function endAllIn(namespace: string): Promise<void> {
  const pids = () => ip('netns', 'pids', namespace).split('\n').filter(Boolean).map(Number)
  for (let left = pids(); left.length > 0; left = pids()) {
    for (const pid of left) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended meanwhile.
      }
    }
    await sleep(20)
  }
}
