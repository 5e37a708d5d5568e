import type { Settings } from '#contract/settings.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { logoAddress } from './change-logo.ts'
import { versionOf } from './change-settings.ts'
import { presentHours } from './opening.ts'
import { readLaboratoryRow } from './queries.ts'
import { readLogoHash, readSites, type SiteSettings } from './queries-settings.ts'

/** All settings, each part with the version that a change of it must name. */
export async function readSettings({ db, actor }: SignedIn): Promise<Settings> {
  const row = await readLaboratoryRow(db)
  const { laboratory, booking, reports, signIn, twi, twiConfirmation, accreditationMark } = row
  const logo = await readLogoHash(db)
  return {
    laboratory: { ...laboratory, version: versionOf(laboratory) },
    booking: { ...booking, version: versionOf(booking) },
    reports: { ...reports, version: versionOf(reports) },
    signIn: { ...signIn, version: versionOf(signIn) },
    twi: {
      ...twi,
      by: twiConfirmation && { ...twiConfirmation, at: twiConfirmation.at.toISOString() },
      version: versionOf(twi),
    },
    hasAccreditationMark: accreditationMark !== null,
    logo: logo && logoAddress(logo),
    sites: (await readSites(db, { sites: actor.sites })).map(presentSite),
  }
}

function presentSite({ closedAt, hours, chairs, ...site }: SiteSettings): Settings['sites'][number] {
  return {
    ...site,
    closedAt: closedAt?.toISOString() ?? null,
    version: versionOf(site),
    hours: { week: presentHours(hours), version: versionOf(hours) },
    chairs: chairs.map((chair) => ({ ...chair, version: versionOf(chair) })),
  }
}
