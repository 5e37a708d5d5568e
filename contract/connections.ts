import { z } from 'zod'
import { line } from './fields.ts'

/** Settings of connections with analysers and hospitals. */

const port = 'The port must be a whole number from 1 to 65535'
export const portNumber = z.number({ error: port }).int(port).min(1, port).max(65_535, port)

const network = /^(\d{1,3}(\.\d{1,3}){3}|[\da-fA-F]*:[\da-fA-F:.]*)(\/\d{1,3})?$/

/** Addresses and ranges of a text, separated by spaces or commas. */
export const addressesIn = (text: string) => text.split(/[\s,]+/).filter((one) => one !== '')

export const allowedAddresses = line('Addresses that may connect', 500).refine(
  (text) => addressesIn(text).every((one) => network.test(one)),
  'Enter addresses or ranges, for example 192.168.1.20 or 192.168.1.0/24',
)
