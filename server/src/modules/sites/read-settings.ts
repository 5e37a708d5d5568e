import type { Settings } from '#contract/settings.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { logoAddress } from './change-logo.ts'
import { readLaboratoryRow, readLogoHash, readSites, type SiteSettings } from './queries-settings.ts'
import { versionOf } from './settings-version.ts'
import { clockTime } from './zone.ts'

/** All settings, each part with the version that a change of it must name. */
export async function readSettings({ db, actor }: SignedIn): Promise<Settings> {
  const { laboratory, booking } = await readLaboratoryRow(db)
  const logo = await readLogoHash(db)
  return {
    laboratory: { ...laboratory, version: versionOf(laboratory) },
    booking: { ...booking, version: versionOf(booking) },
    logo: logo && logoAddress(logo),
    sites: (await readSites(db, { sites: actor.sites })).map(presentSite),
  }
}

function presentSite({
  id,
  name,
  timeZone,
  closedAt,
  hours,
  chairs,
}: SiteSettings): Settings['sites'][number] {
  return {
    id,
    name,
    timeZone,
    closedAt: closedAt?.toISOString() ?? null,
    version: versionOf({ id, name, timeZone }),
    hours: {
      week: hours.map(({ weekday, opens, closes }) => ({
        weekday,
        opens: clockTime(opens),
        closes: clockTime(closes),
      })),
      version: versionOf(hours),
    },
    chairs: chairs.map((chair) => ({ ...chair, version: versionOf(chair) })),
  }
}
