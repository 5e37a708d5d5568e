import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeCalls } from './client-calls.ts'

/** Writes the calls of the typed client from the contract: `npm run client`. */
writeFileSync(join(import.meta.dirname, '../clients/typescript/src/calls.gen.ts'), await writeCalls())
