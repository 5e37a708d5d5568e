import { makeSandboxKey, readDevelopers } from '#contract/developers.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { giveSandboxKey } from './give-sandbox-key.ts'
import { sayCapabilities } from './say-capabilities.ts'

export function developerRoutes(serve: Serve): void {
  serve(readDevelopers, async ({ config }) => ({
    sandbox: config.demo !== null,
    fhir: sayCapabilities(config),
  }))
  serve(makeSandboxKey, (context) => giveSandboxKey(context))
}
