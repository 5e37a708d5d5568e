import { anywhere, type Fault } from './fault.ts'

export const slowDisk: Fault = {
  name: 'slow disk',
  does: 'each flush of the write-ahead log delayed by 100 ms (commit_delay)',
  why: anywhere,
  async strike({ ask }, hold) {
    await ask("alter system set commit_delay = '100000'")
    await ask('alter system set commit_siblings = 0')
    await ask('select pg_reload_conf()')
    await hold()
    await ask('alter system reset commit_delay')
    await ask('alter system reset commit_siblings')
    await ask('select pg_reload_conf()')
  },
}
