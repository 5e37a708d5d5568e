import type { KyselyPlugin } from 'kysely'
import type { Vault } from './vault.ts'

/** Carries the vault to every transaction of a database. It changes no statement and no result. */
export class VaultPlugin implements KyselyPlugin {
  readonly vault: Vault

  constructor(vault: Vault) {
    this.vault = vault
  }

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result
}
