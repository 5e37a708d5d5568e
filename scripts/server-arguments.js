/**
 * Node's arguments for the server. Without limits V8 keeps the memory that a rush has needed: 400 MiB instead of 260
 * after some thousand bookings, for the same processor time. Sizes in MiB.
 */
const limits = ['--max-semi-space-size=8', '--max-old-space-size=512']
export const serverArguments = [...limits, 'server/src/main.ts']

/** In `npm test`, the server that tests start is a bundle, see `bundle-server.ts`. */
export const testedServerArguments = [...limits, process.env.PHIAL_TEST_SERVER ?? 'server/src/main.ts']

/** Without it each of Node's threads has a heap of its own in glibc, which keeps what it has once used: 15 MiB more at rest. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
