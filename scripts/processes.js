import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** A reason to stop that needs no stack. */
export class Failure extends Error {}

/** Exit code as a shell counts it: 128 and the signal's number for a process ended by a signal. */
const exitCode = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0)

/** Runs a command to its end on our terminal, passing signals on. Resolves to its exit code. */
export const follow = (command, args, env) => followAll([[command, args, env]])

/** Runs commands side by side; when one ends the others are ended. Resolves to the exit code of the first to end. */
export function followAll(commands) {
  return new Promise((resolve, reject) => {
    const running = new Set()
    let outcome
    const sendAll = (signal) => {
      for (const child of running) child.kill(signal)
    }
    const stopListening = passSignals(sendAll)
    const ended = (child, code) => {
      running.delete(child)
      outcome ??= code
      if (running.size > 0) return sendAll('SIGTERM')
      stopListening()
      resolve(outcome)
    }
    for (const [command, args, env = process.env] of commands) {
      const child = spawn(command, args, { stdio: 'inherit', env })
      running.add(child)
      child.on('error', reject)
      child.on('exit', (code, signal) => ended(child, exitCode(code, signal)))
    }
  })
}

/**
 * Calls `send` for every signal that is ours to pass on. Ctrl-C reaches the children directly, as they are in the
 * terminal's foreground group, and npm sends us its copy on top; passed on, both would count as "a second signal",
 * the one that asks the server to leave everything and go.
 */
function passSignals(send) {
  const onTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  const echoMs = 300
  let last = -echoMs
  const watch = whenNpmIsGone(() => send('SIGTERM'))
  const listener = (signal) => {
    clearInterval(watch)
    const now = performance.now()
    if ((onTerminal && signal === 'SIGINT') || now - last < echoMs) return
    last = now
    send(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, listener)
  return () => {
    clearInterval(watch)
    for (const signal of signals) process.off(signal, listener)
  }
}

/**
 * npm starts scripts through a shell and sends its signals there; a shell that dies of one tells nobody. Then there is
 * nothing left that could end us, which would leave a server behind on its port.
 */
function whenNpmIsGone(end) {
  if (process.env.npm_lifecycle_event === undefined) return undefined
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, 200)
  return watch
}

/**
 * Runs a command whose output matters only when it fails; then prints all of it.
 * @throws Failure with `failure` as its message
 */
export async function runQuietly(command, args, { failure, env = process.env }) {
  const { code, output } = await runCaptured(command, args, env).catch((error) => {
    throw new Failure(`${failure} (${error.message})`)
  })
  if (code === 0) return
  process.stderr.write(output)
  throw new Failure(`\n${failure}`)
}

/** Runs a command to its end and keeps what it prints. Resolves to its exit code and output. */
export function runCaptured(command, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    const stopListening = passSignals((signal) => child.kill(signal))
    const chunks = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.on('error', (error) => {
      stopListening()
      reject(error)
    })
    child.on('close', (code, signal) => {
      stopListening()
      resolve({ code: exitCode(code, signal), output: Buffer.concat(chunks) })
    })
  })
}
