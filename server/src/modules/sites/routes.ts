import { catalogueTests, laboratory } from '#contract/sites.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { logoAddress } from './change-logo.ts'
import { presentHours } from './opening.ts'
import { readLaboratory, readTests } from './queries.ts'
import { readLogoHash } from './queries-settings.ts'
import { settingsRoutes } from './settings-routes.ts'

export function siteRoutes(serve: Serve): void {
  settingsRoutes(serve)
  serve(laboratory, async ({ db, config }) => {
    const { name, address, phone, email, sites, closedSites, ...booking } = await readLaboratory({ db })
    const logo = await readLogoHash(db)
    return {
      name,
      address,
      phone,
      email,
      logo: logo && logoAddress(logo),
      sites: sites.map((site) => ({ ...site, hours: presentHours(site.hours) })),
      closedSites,
      booking,
      signIn: {
        phone: config.sms !== null,
        ...(config.oidc
          ? { issuer: true }
          : { issuer: false, reason: 'This laboratory has not set up sign-in with Google.' }),
      },
      contact: config.contact,
      ...(config.demo && { demo: [...config.demo.signIns] }),
    }
  })

  serve(catalogueTests, ({ db }) => readTests(db))
}
