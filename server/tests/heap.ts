import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose_gc')
const collectGarbage = runInNewContext('gc') as () => void

/** MiB that are used after a collection. */
export function heapMiB(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1024 / 1024
}
