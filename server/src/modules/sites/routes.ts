import * as contract from '#contract/settings.ts'
import { catalogueTests, laboratory } from '#contract/sites.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { relyingPartyOf } from '#server/platform/relying-party.ts'
import { createChair, updateChair } from './change-chairs.ts'
import {
  updateBookingRules,
  updateLaboratory,
  updateReportSettings,
  updateSignIn,
  updateTwi,
} from './change-laboratory.ts'
import { currentLogo, dropLogo, logoAddress, updateLogo } from './change-logo.ts'
import { createSite, updateHours, updateSite } from './change-sites.ts'
import { closeSite, reopenSite } from './close-site.ts'
import { presentHours } from './opening.ts'
import { readCellCounts, readLaboratory, readTests } from './queries.ts'
import { readLogoHash } from './queries-settings.ts'
import { readSettings } from './read-settings.ts'
import { readSignatories, updateMark, updateSignatory, updateSignature } from './signatories.ts'

export function siteRoutes(serve: Serve): void {
  serve(laboratory, async ({ db, config }) => {
    const settings = await readLaboratory({ db })
    const { name, address, phone, email, weekStart, sites, closedSites, pricesOn, ...booking } = settings
    const logo = await readLogoHash(db)
    return {
      name,
      address,
      phone,
      email,
      logo: logo && logoAddress(logo),
      sites: sites.map((site) => ({ ...site, hours: presentHours(site.hours) })),
      closedSites,
      cellCounts: await readCellCounts(db),
      weekStart,
      pricesOn,
      booking,
      signIn: {
        phone: config.sms !== null,
        passkey: relyingPartyOf(config.publicUrl) !== null,
        ...(config.oidc
          ? { issuer: true }
          : { issuer: false, reason: 'This laboratory has not set up sign-in with Google.' }),
      },
      contact: config.contact,
      ...(config.demo && { demo: [...config.demo.signIns] }),
    }
  })

  serve(catalogueTests, ({ db }) => readTests(db))

  serve(contract.settings, (context) => readSettings(context))
  serve(contract.changeLaboratory, (context, { body }) => updateLaboratory(context, body))
  serve(contract.changeBookingRules, (context, { body }) => updateBookingRules(context, body))
  serve(contract.changeReportSettings, (context, { body }) => updateReportSettings(context, body))
  serve(contract.changeSignIn, (context, { body }) => updateSignIn(context, body))
  serve(contract.confirmTwi, (context, { body }) => updateTwi(context, body))
  serve(contract.listSignatories, (context) => readSignatories(context))
  serve(contract.changeSignatory, (context, { params, body }) => updateSignatory(context, params.id, body))
  serve(contract.changeSignature, (context, { params, body }) => updateSignature(context, params.id, body))
  serve(contract.removeSignature, (context, { params }) => updateSignature(context, params.id, null))
  serve(contract.changeAccreditationMark, (context, { body }) => updateMark(context, body))
  serve(contract.removeAccreditationMark, (context) => updateMark(context, null))
  serve(contract.addSite, (context, { body }) => createSite(context, body))
  serve(contract.changeSite, (context, { params, body }) => updateSite(context, params.id, body))
  serve(contract.changeHours, (context, { params, body }) => updateHours(context, params.id, body))
  serve(contract.closeSite, (context, { params, body }) => closeSite(context, params.id, body?.reason))
  serve(contract.reopenSite, (context, { params }) => reopenSite(context, params.id))
  serve(contract.addChair, (context, { params, body }) => createChair(context, params.id, body))
  serve(contract.changeChair, (context, { params, body }) => updateChair(context, params, body))
  serve(contract.changeLogo, (context, { body }) => updateLogo(context, body))
  serve(contract.removeLogo, (context) => dropLogo(context))
  serve(contract.readLogo, async (context, { reply }) => {
    const { type, content } = await currentLogo(context)
    reply
      .type(type)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
    return content
  })
}
