import { clockJump } from './kinds/clock-jump.ts'
import { exhaustedConnections } from './kinds/exhausted-connections.ts'
import { failover, frozenStandbyThenFailover } from './kinds/failover.ts'
import type { Fault } from './kinds/fault.ts'
import { frozenDatabase, frozenServer } from './kinds/frozen.ts'
import { fullDisk } from './kinds/full-disk.ts'
import { killedBoth, killedDatabase, killedServer, killedSessions } from './kinds/killed.ts'
import { cutNetwork, silentNetwork } from './kinds/network.ts'
import { slowDisk } from './kinds/slow-disk.ts'

export const faults: readonly Fault[] = [
  killedServer,
  killedDatabase,
  killedSessions,
  killedBoth,
  frozenServer,
  frozenDatabase,
  cutNetwork,
  silentNetwork,
  exhaustedConnections,
  slowDisk,
  fullDisk,
  clockJump,
  failover,
  frozenStandbyThenFailover,
]
