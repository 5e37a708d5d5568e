import type { Settings } from '#contract/settings.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { logoAddress } from './change-logo.ts'
import { versionOf } from './change-settings.ts'
import { presentHours } from './opening.ts'
import { readLaboratoryRow } from './queries.ts'
import { readLogoHash, readSites, type SiteSettings } from './queries-settings.ts'

/** All settings, each part with the version that a change of it must name. */
export async function readSettings({ db, actor }: SignedIn): Promise<Settings> {
  const { laboratory, booking, reports, signIn, accreditationMark } = await readLaboratoryRow(db)
  const logo = await readLogoHash(db)
  return {
    laboratory: { ...laboratory, version: versionOf(laboratory) },
    booking: { ...booking, version: versionOf(booking) },
    reports: { ...reports, version: versionOf(reports) },
    signIn: { ...signIn, version: versionOf(signIn) },
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
