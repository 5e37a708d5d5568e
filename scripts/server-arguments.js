/**
 * Node's arguments for the server. Without limits V8 keeps the memory that a rush has needed: 400 MiB instead of 260
 * after some thousand bookings, for the same processor time. Sizes in MiB.
 */
const limits = ['--max-semi-space-size=8', '--max-old-space-size=512']
export const serverArguments = [...limits, 'server/src/main.ts']

/** In `npm test`, the servers that tests start are from a bundle in this folder, see `bundle-server.ts`. */
const bundle = process.env.PHIAL_TEST_SERVERS
export const testedServerArguments = [...limits, bundle ? `${bundle}/main.mjs` : 'server/src/main.ts']

/** Servers that run one after another in a process. It has no memory limit, since each server leaves memory that is not freed. */
export const serversInTurnArguments = [
  '--max-semi-space-size=8',
  bundle ? `${bundle}/servers-in-turn.mjs` : 'server/tests/servers-in-turn.ts',
]

/** Without it each of Node's threads has a heap of its own in glibc, which keeps what it has once used: 15 MiB more at rest. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
