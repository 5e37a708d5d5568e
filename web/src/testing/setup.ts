import { afterEach, beforeEach } from 'vitest'
import { begin, end } from './open-screen.tsx'

// Runs for every test file; the modules that it imports are loaded once for all of them.
beforeEach(begin)
afterEach(end)
