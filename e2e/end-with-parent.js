import { isMainThread } from 'node:worker_threads'

/**
 * Preloaded into the server of a test run: its input is a pipe from the run, so when the run is killed the pipe ends
 * and the server stops as it does on SIGTERM, with its database, instead of being left behind.
 */
if (isMainThread) {
  process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'))
  process.stdin.resume()
  process.stdin.unref()
}
