/**
 * Node's arguments for the server. Without limits V8 keeps the memory that a rush has needed: 400 MiB instead of 260
 * after some thousand bookings, for the same processor time. Sizes in MiB.
 */
export const serverArguments = ['--max-semi-space-size=8', '--max-old-space-size=512', 'server/src/main.ts']

/** Without it each of Node's threads has a heap of its own in glibc, which keeps what it has once used: 15 MiB more at rest. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
