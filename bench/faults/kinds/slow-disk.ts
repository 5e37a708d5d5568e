import type { Fault } from './fault.ts'

export const slowDisk: Fault = {
  name: 'slow disk',
  does: 'each flush of the write-ahead log delayed by 100 ms (commit_delay)',
  async strike({ alter }, hold) {
    await alter("set commit_delay = '100000'", 'set commit_siblings = 0')
    await hold()
    await alter('reset commit_delay', 'reset commit_siblings')
  },
}
