import { canFakeTime } from '../server-clock.ts'
import type { Fault } from './fault.ts'

export const clockJump: Fault = {
  name: 'clock jump',
  does: 'the clock of the servers 90 s ahead, then 30 s behind, then right',
  whyNot: () => (canFakeTime ? null : 'needs libfaketime (Debian package libfaketime)'),
  async strike({ clock }, hold) {
    clock?.jump(90)
    await hold()
    clock?.jump(-30)
    await hold()
    clock?.jump(0)
  },
}
