import { catalogueTests, laboratory } from '#contract/sites.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { logoAddress } from './change-logo.ts'
import { readLaboratory, readTests } from './queries.ts'
import { readLogoHash } from './queries-settings.ts'
import { settingsRoutes } from './settings-routes.ts'
import type { VisitsToCome } from './while-booked.ts'
import { clockTime } from './zone.ts'

export function siteRoutes(serve: Serve, visitsToCome: VisitsToCome): void {
  settingsRoutes(serve, visitsToCome)
  serve(laboratory, async ({ db, config }) => {
    const { name, address, phone, email, sites, closedSites, ...booking } = await readLaboratory({ db })
    const logo = await readLogoHash(db)
    return {
      name,
      address,
      phone,
      email,
      logo: logo && logoAddress(logo),
      sites: sites.map((site) => ({
        ...site,
        hours: site.hours.map(({ weekday, opens, closes }) => ({
          weekday,
          opens: clockTime(opens),
          closes: clockTime(closes),
        })),
      })),
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
