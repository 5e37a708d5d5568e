import { type Fault, linuxAsRoot } from './fault.ts'

export const fullDisk: Fault = {
  name: 'full disk',
  does: 'no room on the disk of primary and standby, and room again',
  why: linuxAsRoot,
  async strike({ disk }, hold) {
    if (!disk) throw new Error('The disk was not mounted')
    disk.fill()
    await hold().finally(() => disk.makeRoom())
  },
}
